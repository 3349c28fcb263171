package io.iamplane.cli;

import io.iamplane.shared.Doing;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the kind of the process before anything is started: a server, a command, or an answer
 * about its own usage that needs neither database nor configuration.
 */
@QuarkusMain
public final class IamMain {

  private IamMain() {}

  public static void main(String... args) {
    List<String> arguments = List.of(args);
    if (isServer(arguments)) {
      Carriers.leaveAProcessor(System.getProperties(), Runtime.getRuntime().availableProcessors());
      // With the default handling of a failed start, which prints why in one line.
      Quarkus.run();
      return;
    }
    OptionalInt answered =
        Usage.answer(
            arguments,
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()));
    if (answered.isPresent()) {
      System.exit(answered.getAsInt());
    }
    CommandMode.enter(arguments.getFirst(), System.getenv(), System.getProperties());
    Doing doing = new Doing("starting");
    if (!CommandMode.isWorker(arguments.getFirst()) && Progress.isWanted(System.getenv())) {
      Progress.watch(arguments.getFirst(), doing);
    }
    doing.during(() -> Quarkus.run(IamApplication.class, IamMain::exit, args));
  }

  static boolean isServer(List<String> arguments) {
    return arguments.isEmpty() || arguments.equals(List.of(ServeCommand.NAME));
  }

  /** Exits; the failure of a command's start is one line, and not a success. */
  private static void exit(int code, @Nullable Throwable failure) {
    int exitCode =
        switch (failure) {
          case null -> code;
          case PreventFurtherStepsException refused -> refused.getExitCode();
          case Throwable unforeseen -> {
            System.err.println(reason(unforeseen));
            yield ExitCode.UNAVAILABLE;
          }
        };
    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(exitCode, failure);
  }

  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null ? root.toString() : message.lines().findFirst().orElse(message);
  }

  /**
   * Limits the number of virtual threads that compute at a time. A processor is left to the event
   * loops, which answer decisions: no load of a tenant can take all processors. To be set before
   * the first virtual thread; {@code -Djdk.virtualThreadScheduler.parallelism} wins.
   */
  static final class Carriers {

    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    private Carriers() {}

    static void leaveAProcessor(Properties properties, int processors) {
      properties.putIfAbsent(PARALLELISM, Integer.toString(Math.max(1, processors - 1)));
    }
  }
}
