package io.iamplane.cli;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Decides, before anything is started, what the process is: a server, a command, or an answer about
 * its own usage that needs neither database nor configuration.
 */
@QuarkusMain
public final class IamMain {

  private IamMain() {}

  public static void main(String... args) {
    List<String> arguments = List.of(args);
    if (isServer(arguments)) {
      Quarkus.run(null, IamMain::exit);
      return;
    }
    OptionalInt answered =
        Usage.answer(
            arguments, new PrintWriter(System.out, true), new PrintWriter(System.err, true));
    if (answered.isPresent()) {
      System.exit(answered.getAsInt());
    }
    CommandMode.enter(System.getenv(), System.getProperties());
    Quarkus.run(IamApplication.class, IamMain::exit, args);
  }

  static boolean isServer(List<String> arguments) {
    return arguments.isEmpty() || arguments.equals(List.of(ServeCommand.NAME));
  }

  /**
   * A start that was refused or failed has printed why. How a process ends is left to the handler
   * that is there: development mode outlives a failed start, to start again when it is mended.
   */
  private static void exit(int code, @Nullable Throwable failure) {
    int exitCode =
        switch (failure) {
          case null -> code;
          case PreventFurtherStepsException refused -> refused.getExitCode();
          case Throwable unforeseen -> ExitCode.UNAVAILABLE;
        };
    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(exitCode, failure);
  }
}
