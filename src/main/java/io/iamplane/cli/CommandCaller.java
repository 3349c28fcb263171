package io.iamplane.cli;

import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;

/** The operator of a command, as the audit log shows it. */
final class CommandCaller {

  /** The JDK's text for a user id without a name, as in most containers. */
  private static final String NAMELESS = "?";

  private CommandCaller() {}

  static Caller of(OrganizationId platform) {
    String user = System.getProperty("user.name", NAMELESS);
    return Caller.command(
        platform,
        user.isBlank() || user.equals(NAMELESS) ? "unknown" : user,
        UuidV7.next().toString());
  }
}
