package io.iamplane.cli;

import io.iamplane.shared.Doing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows a command's progress on standard error, once it has taken two seconds, and again after a
 * change, at most every five seconds.
 */
final class Progress {

  /** {@code always}, {@code never}, or absent: on a terminal. */
  static final String VARIABLE = "IAM_PROGRESS";

  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private final String command;
  private final PrintStream err;
  private final LongSupplier nanos;
  private final long begun;
  private @Nullable String said;

  Progress(String command, PrintStream err, LongSupplier nanos) {
    this.command = command;
    this.err = err;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Returns true if progress is wanted. The launcher sets the variable on a terminal. */
  static boolean isWanted(Map<String, String> environment) {
    return switch (environment.getOrDefault(VARIABLE, "")) {
      case "always" -> true;
      case "never" -> false;
      default -> isTerminal();
    };
  }

  /** Begins to look, until the process ends. */
  static void watch(String command, Doing doing) {
    Progress progress = new Progress(command, System.err, System::nanoTime);
    Thread.ofPlatform().daemon().name("progress").start(() -> progress.look(doing));
  }

  private void look(Doing doing) {
    LockSupport.parkNanos(PATIENCE.toNanos());
    while (!Thread.currentThread().isInterrupted()) {
      say(doing.now());
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  /** Says it unless that was said last. */
  void say(String doing) {
    long seconds = Duration.ofNanos(nanos.getAsLong() - begun).toSeconds();
    if (seconds >= PATIENCE.toSeconds() && !doing.equals(said)) {
      said = doing;
      err.println("iam: %s: %s (%d s)".formatted(command, doing, seconds));
    }
  }

  /** Reads the link of standard error; Java's own test is about standard input and output. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Not on Linux: the launcher says so.
    }
  }
}
