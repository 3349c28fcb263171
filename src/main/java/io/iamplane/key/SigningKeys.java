package io.iamplane.key;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.key.lifecycle.Lifecycle;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;

/**
 * Makes, rotates and revokes signing keys. Callers are of the platform organization; its chain
 * records the steps, and its version's lock puts the steps of all replicas in one order.
 */
@Singleton
public class SigningKeys {

  private final Changes changes;
  private final KeySupply supply;
  private final KeyStepping stepping;
  private final SigningKeyQuery query;
  private final Transactions transactions;
  private final Lifecycle lifecycle;

  SigningKeys(
      Changes changes,
      KeySupply supply,
      KeyStepping stepping,
      SigningKeyQuery query,
      Transactions transactions,
      KeyConfig config) {
    this.changes = changes;
    this.supply = supply;
    this.stepping = stepping;
    this.query = query;
    this.transactions = transactions;
    this.lifecycle = new Lifecycle(config.rotationInterval(), config.overlap());
  }

  /** Makes the first key for tokens, like {@link #ensureActive(Caller, KeyPurpose)}. */
  public SigningKey ensureActive(Caller caller) {
    return ensureActive(caller, KeyPurpose.TOKEN);
  }

  /**
   * Makes the installation's first key of a purpose, and its standby, unless one signs already. The
   * very first key signs at once, because no verifier can hold an older JWKS without it. Concurrent
   * calls of any number of replicas create one key, and all return it.
   *
   * @param caller of the platform organization, in the chain of which the key is recorded
   * @return the key that signs
   * @throws IamException DEPENDENCY_UNAVAILABLE if the database fails
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException if the key cannot be sealed
   */
  public SigningKey ensureActive(Caller caller, KeyPurpose purpose) {
    return step(caller, new KeyPlan(purpose, lifecycle::first, null)).active().orElseThrow();
  }

  /**
   * Takes the steps that are due by the clock: rotation at the interval, retirement after the
   * overlap, a standby where it is missing. Nothing where the purpose never had a key.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when the database fails
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException when a key cannot be sealed:
   *     nothing changed
   */
  public KeyRotation stepDue(Caller caller, KeyPurpose purpose) {
    return step(caller, new KeyPlan(purpose, lifecycle::due, null));
  }

  /**
   * Hands over to the standby, unless it was published too recently for every verifier to know it:
   * then the answer has the earliest time. Concurrent calls make one rotation.
   *
   * @throws IamException CONFLICT if the operator pins audit keys, and not the standby;
   *     DEPENDENCY_UNAVAILABLE if the database fails
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException if the next key cannot be sealed:
   *     nothing changed
   */
  public KeyRotation rotate(Caller caller, KeyPurpose purpose) {
    KeyRotation done = step(caller, new KeyPlan(purpose, lifecycle::rotate, null));
    if (done.untrusted() != null) {
      throw IamException.conflict(
          "The standby key is not in iam.audit.trusted-keys (IAM_AUDIT_TRUSTED_KEYS), so the key"
              + " was not rotated; add this key to the setting: "
              + done.untrusted());
    }
    return done;
  }

  /**
   * Takes a key out at once, because it may have leaked. If it signs, the standby takes its place.
   * Needs no key provider: without it there is no new standby until the next step.
   *
   * @return the keys of its purpose; unchanged if it was revoked before
   * @throws IamException NOT_FOUND when there is no such key; DEPENDENCY_UNAVAILABLE when the
   *     database fails
   */
  public KeyRotation revoke(Caller caller, String kid, String reason) {
    KeyPurpose purpose =
        transactions.call(() -> query.purpose(kid)).orElseThrow(IamException::notFound);
    KeyPlan.Rule rule = (keys, moment) -> lifecycle.revoke(keys, kid, moment);
    return step(caller, new KeyPlan(purpose, rule, reason));
  }

  private KeyRotation step(Caller caller, KeyPlan plan) {
    if (!caller.platform()) {
      throw new IllegalArgumentException("signing keys belong to the platform organization");
    }
    KeySupply.Stock stock = supply.of(plan);
    return KeyRotation.of(
        plan.purpose(),
        changes.record(
            Change.operational(
                caller,
                caller.organization(),
                recording -> stepping.take(recording, plan, stock))));
  }
}
