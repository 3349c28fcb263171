package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.CurrentCaller;
import jakarta.inject.Singleton;
import java.util.function.Function;

/** The changes that the present request makes to its caller's own organization. */
@Singleton
public class CallerChanges {

  private final Changes changes;
  private final CurrentCaller caller;

  CallerChanges(Changes changes, CurrentCaller caller) {
    this.changes = changes;
    this.caller = caller;
  }

  /** The only organization that the request may see. */
  public OrganizationId organization() {
    return caller.get().organization();
  }

  /** Makes a change by which decisions may come out differently. */
  public <T> T policy(Function<Recording, T> body) {
    return changes.record(Change.policy(caller.get(), organization(), body));
  }

  /** Makes such a change with a body over facts; see {@link Change#policyOverFacts}. */
  public <T> T policyOverFacts(Function<Recording, T> body) {
    return changes.record(Change.policyOverFacts(caller.get(), organization(), body));
  }

  public <T> T operational(Function<Recording, T> body) {
    return changes.record(Change.operational(caller.get(), organization(), body));
  }
}
