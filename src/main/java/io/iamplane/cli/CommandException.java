package io.iamplane.cli;

/** Ends a command with one line on standard error and an exit code. */
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

  int exitCode() {
    return exitCode;
  }
}
