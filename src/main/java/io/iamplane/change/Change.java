package io.iamplane.change;

import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import java.util.function.Function;

/**
 * A write that is about to happen.
 *
 * @param organization the owner of the policy, the chain and the events
 * @param kind the effect on the version of the tenant's policy
 * @param isOverFacts true if the body mostly asks memory alone and writes its rows by {@code
 *     Sql.updateLater}: it is tried without a transaction first, and runs in one if that fails
 * @param body validates and writes, in memory or under the lock of the version; records its effects
 *     in the {@link Recording}
 */
public record Change<T>(
    Caller caller,
    OrganizationId organization,
    Kind kind,
    boolean isOverFacts,
    Function<Recording, T> body) {

  public enum Kind {
    /** Decisions may come out differently: raises the version, leaves change rows. */
    POLICY,
    /** Anything else that is audited and announced. */
    OPERATIONAL,
    /** Makes the organization itself: opens its version and its chain. */
    CREATION
  }

  public static <T> Change<T> policy(
      Caller caller, OrganizationId organization, Function<Recording, T> body) {
    return new Change<>(caller, organization, Kind.POLICY, false, body);
  }

  /** A change of policy with a body over facts: it mostly asks the policy in memory alone. */
  public static <T> Change<T> policyOverFacts(
      Caller caller, OrganizationId organization, Function<Recording, T> body) {
    return new Change<>(caller, organization, Kind.POLICY, true, body);
  }

  public static <T> Change<T> operational(
      Caller caller, OrganizationId organization, Function<Recording, T> body) {
    return new Change<>(caller, organization, Kind.OPERATIONAL, false, body);
  }

  public static <T> Change<T> creation(
      Caller caller, OrganizationId organization, Function<Recording, T> body) {
    return new Change<>(caller, organization, Kind.CREATION, false, body);
  }
}
