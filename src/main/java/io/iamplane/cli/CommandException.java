package io.iamplane.cli;

import java.util.List;

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

  int exitCode() {
    return exitCode;
  }
}
