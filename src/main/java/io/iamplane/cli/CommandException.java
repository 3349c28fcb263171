package io.iamplane.cli;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.List;
import java.util.function.Supplier;

/** Ends a command with a line on standard error, seldom several, and an exit code. */
final class CommandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandException(int exitCode, String line) {
    super(line);
    this.exitCode = exitCode;
  }

  static CommandException usage(String line) {
    return new CommandException(ExitCode.USAGE, line);
  }

  static CommandException unavailable(String line) {
    return new CommandException(ExitCode.UNAVAILABLE, line);
  }

  /** Ends with several lines, each of which is printed as the only one would be. */
  static CommandException ended(int exitCode, List<String> lines) {
    return new CommandException(exitCode, String.join(System.lineSeparator() + "iam: ", lines));
  }

  /** Does work that names something; if that is not found, the usage is wrong. */
  static <T> T usageUnlessFound(Supplier<T> work, String line) {
    try {
      return work.get();
    } catch (IamException e) {
      throw e.code() == ErrorCode.NOT_FOUND ? usage(line) : e;
    }
  }

  int exitCode() {
    return exitCode;
  }
}
