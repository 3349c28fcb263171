package io.iamplane.cli;

import io.iamplane.audit.checkpoint.AnchorException;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.function.Supplier;

/**
 * Failures of a command that looks for broken chains. Code 1 is kept for broken chains: a lock
 * timeout or a missing key ends with 3.
 */
final class AuditFailures {

  private AuditFailures() {}

  /** Does a command's work; any refusal but wrong usage leaves the answer unknown. */
  static <T> T unknown(Supplier<T> work) {
    try {
      return work.get();
    } catch (AnchorException | IamException e) {
      throw of(e);
    }
  }

  static CommandException of(RuntimeException error) {
    if (error instanceof CommandException e) {
      return e;
    }
    if (error instanceof AnchorException) {
      return CommandException.unavailable(String.valueOf(error.getMessage()));
    }
    String line = Failures.of(error).line();
    return error instanceof IamException e && e.code() == ErrorCode.VALIDATION
        ? CommandException.usage(line)
        : CommandException.unavailable(line);
  }
}
