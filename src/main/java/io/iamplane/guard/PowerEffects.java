package io.iamplane.guard;

import io.iamplane.audit.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.client.Client;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What effects do to those who have rights. */
final class PowerEffects {

  private static final Set<EventType> CREDENTIALS =
      EnumSet.of(
          EventType.CLIENT_CREATED,
          EventType.CLIENT_SECRET_ROTATED,
          EventType.CLIENT_KEYS_REPLACED);

  private PowerEffects() {}

  /** Whether an account learns a credential of a client. */
  static boolean isCredential(Effect effect) {
    return effect.after() instanceof Client && CREDENTIALS.contains(effect.type());
  }

  /** Whether a user or an account becomes active that was not. */
  static boolean isReactivated(Effect effect) {
    return effect.before() != null && !isActive(effect.before()) && isActive(effect.after());
  }

  /** Whether a user or an account stops being active. */
  static boolean isDeactivated(Effect effect) {
    return isActive(effect.before()) && !isActive(effect.after());
  }

  private static boolean isActive(@Nullable Object image) {
    return switch (image) {
      case User user -> user.status() == User.Status.ACTIVE;
      case ServiceAccount account -> account.status() == ServiceAccount.Status.ACTIVE;
      case null, default -> false;
    };
  }

  /** Whether a group passes nothing on any more. */
  static boolean isRevoked(Effect effect) {
    return effect.before() instanceof Group group
        && group.status() == Group.Status.ACTIVE
        && effect.after() instanceof Group after
        && after.status() != Group.Status.ACTIVE;
  }

  /** What conditions read of a user or an account; empty for anything else. */
  static Map<String, Object> attributes(@Nullable Object image) {
    return switch (image) {
      case User user -> AttributeChange.readable(user.externalId(), user.attributes());
      case ServiceAccount account ->
          AttributeChange.readable(account.externalId(), account.attributes());
      case null, default -> Map.of();
    };
  }

  /** Whether it changes what conditions read of what there was and is. */
  static boolean changesStored(Effect effect) {
    return isErased(effect)
        || (effect.before() != null
            && effect.after() != null
            && !stored(effect.before()).equals(stored(effect.after())));
  }

  /** Whether a user is emptied: the image of before is empty, too, because no record keeps it. */
  static boolean isErased(Effect effect) {
    return effect.type() == EventType.SUBJECT_ERASED && effect.after() instanceof User;
  }

  /** What decisions about a thing of the directory read of it; empty for anything else. */
  static Map<String, Object> stored(@Nullable Object image) {
    return image instanceof Group group
        ? AttributeChange.readable(group.externalId(), group.attributes())
        : attributes(image);
  }

  /** The user, the account or the group that an effect changes. */
  static SubjectRef subject(Effect effect) {
    return switch (effect.after()) {
      case User user -> user.subject();
      case ServiceAccount account -> account.subject();
      case Group group -> group.subject();
      case null, default -> throw new IllegalArgumentException("changes no subject: " + effect);
    };
  }

  /**
   * Whether an effect is the activation of a dormant grant by its subject, and nothing else: it was
   * given to be activated.
   */
  static boolean isActivatedBySubject(Recording recording, Effect effect) {
    return effect.type() == EventType.GRANT_ACTIVATED
        && effect.before() instanceof Grant before
        && effect.after() instanceof Grant after
        && after.equals(before.activated(after.activatedAt(), after.activatedUntil()))
        && after.subject().equals(recording.caller().subject());
  }
}
