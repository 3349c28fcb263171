package io.iamplane.cli;

import io.iamplane.audit.checkpoint.AnchorException;
import io.iamplane.database.DatabaseFailure;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns a failure into a line on standard error, a file's faults apart, and an exit code. */
final class Failures {

  private static final Logger LOG = Logger.getLogger(Failures.class);

  private Failures() {}

  record Failure(int exitCode, String line) {}

  static int ofArguments(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String message = Objects.requireNonNullElse(error.getMessage(), "");
    return print(command, new Failure(ExitCode.USAGE, usage(command, message)));
  }

  static int ofCommand(Exception error, CommandLine command, ParseResult parsed) {
    if (error instanceof FileFaultsException e) {
      e.lines().forEach(command.getErr()::println);
      command.getErr().flush();
      return e.exitCode();
    }
    return print(command, of(error));
  }

  private static Failure unavailable(String line) {
    return new Failure(ExitCode.UNAVAILABLE, line);
  }

  static Failure of(Exception error) {
    if (error instanceof CommandException e) {
      return new Failure(e.exitCode(), String.valueOf(e.getMessage()));
    }
    if (error instanceof IamException e) {
      return of(e);
    }
    if (error instanceof KeyProviderUnavailableException e) {
      return unavailable("cannot seal a key: " + e.getMessage());
    }
    if (DatabaseFailure.of(error).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()) {
      return unavailable("the database is unavailable");
    }
    // Not 1, which would read as the finding that a command looks for.
    LOG.error("the command failed", error);
    return unavailable("the command failed unexpectedly; see the log");
  }

  /** Does work that answers a question; any refusal but wrong usage leaves the answer unknown. */
  static <T> T unknownIfRefused(Supplier<T> work) {
    try {
      return work.get();
    } catch (AnchorException | IamException e) {
      throw asUnknown(e);
    }
  }

  /** Code 1 is kept for a finding: a lock timeout or a missing key ends with 3. */
  static CommandException asUnknown(RuntimeException error) {
    if (error instanceof CommandException e) {
      return e;
    }
    if (error instanceof AnchorException) {
      return CommandException.unavailable(String.valueOf(error.getMessage()));
    }
    String line = of(error).line();
    return error instanceof IamException e && e.code() == ErrorCode.VALIDATION
        ? CommandException.usage(line)
        : CommandException.unavailable(line);
  }

  /** The failure of one of several changes; it says nothing of the others. */
  static Failure ofPortion(RuntimeException failure) {
    if (!(failure instanceof IamException error)) {
      return of(failure);
    }
    if (error.getCause() instanceof TransactionTimeoutException) {
      return unavailable("one line exceeded the transaction time limit");
    }
    if (error.code() != ErrorCode.DEPENDENCY_UNAVAILABLE) {
      return of(error);
    }
    return unavailable(
        isUnknown(error)
            ? "the database connection was lost during the commit: the last portion may or may not"
                + " have been written"
            : "the database is unavailable");
  }

  static boolean isUnknown(RuntimeException failure) {
    return failure instanceof IamException error
        && WriteOutcome.UNKNOWN.wire().equals(error.members().get("outcome"));
  }

  private static Failure of(IamException error) {
    if (error.getCause() instanceof TransactionTimeoutException) {
      return unavailable("the change exceeded the transaction time limit; nothing was changed");
    }
    if (error.getCause() instanceof KeyProviderUnavailableException
        || error.getCause() instanceof UnsealException) {
      return unavailable("cannot use the key: " + error.getCause().getMessage());
    }
    if (error.code() == ErrorCode.DEPENDENCY_UNAVAILABLE) {
      return unavailable(
          isUnknown(error)
              ? "the database connection was lost during the commit: the change may or may not have"
                  + " been made"
              : "the database is unavailable; nothing was changed");
    }
    return error.code() == ErrorCode.VALIDATION
        ? new Failure(ExitCode.USAGE, places(error.errors()))
        : new Failure(ExitCode.FINDING, error.detail());
  }

  static String places(Map<String, List<String>> errors) {
    return errors.entrySet().stream()
        .map(error -> error.getKey() + ": " + String.join(", ", error.getValue()))
        .reduce((first, second) -> first + "; " + second)
        .orElse(ErrorCode.VALIDATION.title());
  }

  private static String usage(CommandLine command, String message) {
    String help = "iam " + command.getCommandName() + " --help";
    return message.lines().findFirst().orElse("wrong usage") + "; see " + help;
  }

  private static int print(CommandLine command, Failure failure) {
    command.getErr().println("iam: " + failure.line());
    command.getErr().flush();
    return failure.exitCode();
  }
}
