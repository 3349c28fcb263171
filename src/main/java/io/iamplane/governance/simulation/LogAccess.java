package io.iamplane.governance.simulation;

import io.iamplane.shared.Authorizer;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import jakarta.inject.Singleton;

/** Access to reports on recorded decisions, which need the right to read the log. */
@Singleton
class LogAccess {

  static final String READ = "iam:decisions.read";

  private final Authorizer authorizer;
  private final CurrentCaller caller;

  LogAccess(Authorizer authorizer, CurrentCaller caller) {
    this.authorizer = authorizer;
    this.caller = caller;
  }

  /**
   * Requires that the caller may read recorded decisions.
   *
   * @throws IamException FORBIDDEN naming the permission
   */
  void require() {
    authorizer.authorize(caller.get(), READ).require(READ);
  }
}
