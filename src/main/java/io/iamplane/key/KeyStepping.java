package io.iamplane.key;

import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.key.KeySupply.NewKey;
import io.iamplane.key.lifecycle.KeyMoment;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStatus;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Takes the steps of keys: rows, records and events, under the lock of the platform's version. */
@Singleton
class KeyStepping {

  static final String TARGET = "signing_key";

  private final SigningKeyStore store;
  private final CheckpointReader checkpoints;
  private final AuditKeys auditKeys;
  private final KeyRing ring;
  private final Transactions transactions;

  KeyStepping(
      SigningKeyStore store,
      CheckpointReader checkpoints,
      AuditKeys auditKeys,
      KeyRing ring,
      Transactions transactions) {
    this.store = store;
    this.checkpoints = checkpoints;
    this.auditKeys = auditKeys;
    this.ring = ring;
    this.transactions = transactions;
  }

  /**
   * The keys of the plan's purpose before its steps and after them, the oldest first; {@code
   * untrusted} is the verifier key of the standby that was to sign and is not trusted, or null.
   */
  record Taken(List<SigningKey> before, List<SigningKey> after, @Nullable String untrusted) {}

  Taken take(Recording recording, KeyPlan plan, KeySupply.Stock stock) {
    Map<String, KeyRow> rows = new LinkedHashMap<>();
    store.of(plan.purpose()).forEach(row -> rows.put(row.key().kid(), row));
    List<SigningKey> before = keys(rows);
    Map<String, NewKey> made = new HashMap<>();
    AtomicReference<@Nullable String> untrusted = new AtomicReference<>();
    KeyMoment moment =
        new KeyMoment(
            recording.at(),
            () -> kid(stock.next(), made),
            kid -> isTrusted(Objects.requireNonNull(rows.get(kid)), untrusted));
    List<KeyState> states = before.stream().map(SigningKey::state).toList();
    for (KeyState state : plan.rule().steps(states, moment)) {
      write(recording, plan, state, rows, made);
    }
    if (!recording.effects().isEmpty()) {
      transactions.afterCommit(ring::forget);
    }
    return new Taken(before, keys(rows), untrusted.get());
  }

  /** Checks that verifiers would accept a key: audit keys that the operator pins exclude others. */
  private boolean isTrusted(KeyRow standby, AtomicReference<@Nullable String> untrusted) {
    boolean isTrusted =
        switch (standby.key().purpose()) {
          case TOKEN -> true;
          case AUDIT -> checkpoints.trusted().contains(auditKeys.verifier(standby));
        };
    untrusted.set(isTrusted ? null : auditKeys.verifier(standby).toString());
    return isTrusted;
  }

  private static Optional<String> kid(Optional<NewKey> key, Map<String, NewKey> made) {
    key.ifPresent(each -> made.put(each.kid(), each));
    return key.map(NewKey::kid);
  }

  private void write(
      Recording recording,
      KeyPlan plan,
      KeyState state,
      Map<String, KeyRow> rows,
      Map<String, NewKey> made) {
    String reason = state.status() == KeyStatus.REVOKED ? plan.reason() : null;
    SigningKey after = SigningKey.of(plan.purpose(), state, reason);
    KeyRow row = rows.get(after.kid());
    if (row == null) {
      KeyRow fresh = Objects.requireNonNull(made.get(after.kid())).row(after);
      store.insert(recording, fresh);
      recording.add(Effect.created(event(after), TARGET, after.kid(), after));
      rows.put(after.kid(), fresh);
    } else {
      store.update(recording, row.after(after));
      recording.add(Effect.changed(event(after), TARGET, after.kid(), row.key(), after));
      rows.put(after.kid(), row.after(after));
    }
  }

  private static EventType event(SigningKey after) {
    return switch (after.status()) {
      case PENDING -> EventType.KEY_CREATED;
      case ACTIVE -> EventType.KEY_ACTIVATED;
      case OVERLAP -> EventType.KEY_SUPERSEDED;
      case RETIRED -> EventType.KEY_RETIRED;
      case REVOKED -> EventType.KEY_REVOKED;
    };
  }

  private static List<SigningKey> keys(Map<String, KeyRow> rows) {
    return rows.values().stream().map(KeyRow::key).toList();
  }
}
