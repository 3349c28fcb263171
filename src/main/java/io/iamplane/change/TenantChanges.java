package io.iamplane.change;

import io.iamplane.chain.ChainHead;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one tenant in a transaction that has locked its version and head, or is about to:
 * the present version and head, and the recorded changes that are not sealed yet.
 */
final class TenantChanges {

  private final OrganizationId organization;
  private final long startVersion;
  private final @Nullable Expected base;
  private State state;

  /**
   * A change that is carried out and not sealed: its rows, record and message are not written yet.
   * The version is the one after the change.
   */
  record Unsealed(Recording recording, Change.Kind kind, long version) {

    List<Effect> effects() {
      return recording.effects();
    }

    boolean isRaising() {
      return kind != Change.Kind.OPERATIONAL;
    }

    /** The effect of the change on policies in memory. */
    List<PolicyChange> policyChanges() {
      return Stream.concat(
              effects().stream()
                  .map(effect ->
                      new PolicyChange(effect.target().type(), effect.before(), effect.after())),
              recording.ended().stream().map(holder -> EndedTokens.change(holder, recording.at())))
          .toList();
    }
  }

  /**
   * The present state of the tenant.
   *
   * @param head null while the tenant has no chain: it is about to be created
   * @param policy the policy that a reader keeps for the next changes
   */
  record State(
      long version, @Nullable ChainHead head, List<Unsealed> unsealed, @Nullable Object policy) {}

  private TenantChanges(
      OrganizationId organization, long startVersion, @Nullable Expected base, State state) {
    this.organization = organization;
    this.startVersion = startVersion;
    this.base = base;
    this.state = state;
  }

  TenantChanges(OrganizationId organization, long version, @Nullable ChainHead head) {
    this(organization, version, null, new State(version, head, List.of(), null));
  }

  TenantChanges(OrganizationId organization, Expected expected) {
    this(
        organization,
        expected.version(),
        expected,
        new State(expected.version(), expected.head(), List.of(), expected.policy()));
  }

  OrganizationId organization() {
    return organization;
  }

  /** The version after the changes recorded so far, sealed or not. */
  long version() {
    return state.version();
  }

  /** The expected state that the changes started from; null if the state was read. */
  @Nullable Expected base() {
    return base;
  }

  /** The version up to which changes are in the database. */
  long sealedVersion() {
    return version() - unsealed().stream().filter(Unsealed::isRaising).count();
  }

  /** Returns true if memory has all changes after a version. */
  boolean isKnownSince(long version) {
    long sealed = sealedVersion();
    return version >= sealed || (base != null && version >= base.since() && sealed == startVersion);
  }

  /** The changes of policy after a version that are known here, in their order. */
  List<Unsealed> knownSince(long version) {
    List<Unsealed> before = base == null ? List.of() : base.changes();
    return Stream.concat(before.stream(), unsealed().stream())
        .filter(change -> change.isRaising() && change.version() > version)
        .toList();
  }

  /** The state of the tenant once all recorded changes are written. */
  Expected expected(ChainHead moved) {
    return base != null && moved.seq() == base.head().seq()
        ? base
        : Expected.of(version(), moved, state.policy(), sealedVersion(), unsealed());
  }

  @Nullable ChainHead head() {
    return state.head();
  }

  List<Unsealed> unsealed() {
    return state.unsealed();
  }

  int unsealedEffects() {
    return unsealed().stream().mapToInt(change -> change.effects().size()).sum();
  }

  void add(Recording recording, Change.Kind kind) {
    long version = kind == Change.Kind.OPERATIONAL ? version() : version() + 1;
    if (version == version() && !recording.ended().isEmpty()) {
      // Tokens are distinguished by the version that they were issued at, so that one must be made.
      throw new IllegalStateException("only a policy change can end tokens");
    }
    List<Unsealed> all = new ArrayList<>(unsealed());
    all.add(new Unsealed(recording, kind, version));
    state = new State(version, head(), all, state.policy());
  }

  void opened(ChainHead genesis) {
    state = new State(version(), genesis, unsealed(), state.policy());
  }

  /** All that was recorded is written, and the head moved. */
  void sealed(ChainHead moved) {
    state = new State(version(), moved, List.of(), state.policy());
  }

  @Nullable Object policy() {
    return state.policy();
  }

  void keepPolicy(Object policy) {
    state = new State(version(), head(), unsealed(), policy);
  }

  /** The same tenant, for one more change. */
  TenantChanges copy() {
    return new TenantChanges(organization, startVersion, base, state);
  }

  void take(TenantChanges later) {
    state = later.state;
  }
}
