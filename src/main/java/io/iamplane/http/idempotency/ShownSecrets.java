package io.iamplane.http.idempotency;

import io.iamplane.chain.AuditEntry;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.client.ClientAuthMethod;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows the owners of the secrets in a stored answer, and withdraws the answer inside the change
 * that replaces or ends a secret: a repeated request would show a secret that others may have, or a
 * useless one. Vetoes nothing.
 */
@Singleton
class ShownSecrets implements PolicyGuard {

  private static final Set<EventType> BEGIN =
      EnumSet.of(
          EventType.CLIENT_CREATED,
          EventType.CLIENT_SECRET_ROTATED,
          EventType.WEBHOOK_CREATED,
          EventType.WEBHOOK_SECRET_ROTATED);
  private static final Set<EventType> END =
      EnumSet.of(
          EventType.CLIENT_SECRET_ROTATED,
          EventType.CLIENT_REVOKED,
          EventType.WEBHOOK_SECRET_ROTATED,
          EventType.WEBHOOK_DELETED);

  private final IdempotencyStore store;
  private final ScopedValue<Set<String>> shown = ScopedValue.newInstance();

  ShownSecrets(IdempotencyStore store) {
    this.store = store;
  }

  /** An operation's answer, and the owners of the secrets that it created. */
  record Shown(@Nullable Object answer, Set<String> secrets) {}

  /** Runs an operation and notes the owners of the secrets that it creates. */
  Shown watching(Supplier<@Nullable Object> operation) {
    Set<String> secrets = new TreeSet<>();
    Object answer = ScopedValue.where(shown, secrets).call(operation::get);
    return new Shown(answer, secrets);
  }

  @Override
  public void check(Recording recording) {
    for (Effect effect : recording.effects()) {
      String owner = owner(effect.target());
      if (END.contains(effect.type())) {
        store.withdraw(owner);
      }
      if (shown.isBound() && BEGIN.contains(effect.type()) && hasSecret(effect.after())) {
        shown.get().add(owner);
      }
    }
  }

  private static boolean hasSecret(@Nullable Object made) {
    return !(made instanceof Client client)
        || client.authMethod() == ClientAuthMethod.CLIENT_SECRET;
  }

  private static String owner(AuditEntry.Target target) {
    return target.type() + '/' + target.id();
  }
}
