package io.iamplane.ops;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Ends a process that ran out of memory. The JVM's own flag acts on the heap alone; a failure to
 * reserve a direct buffer or to make a thread, in Netty's own accounting above all, is an error
 * like any other, which event loops and pools catch, log and survive: the result is a process that
 * answers nothing and that no supervisor restarts.
 *
 * <p>A caught error is logged, and an uncaught one reaches the handler of uncaught exceptions. Both
 * end here.
 */
public final class OutOfMemoryExit extends Handler implements Thread.UncaughtExceptionHandler {

  private static final Logger LOG = Logger.getLogger(OutOfMemoryExit.class);

  /** Also of HotSpot's {@code -XX:+ExitOnOutOfMemoryError} and of a native executable. */
  public static final int EXIT_CODE = 3;

  /** Deeper than any chain of causes that is not a loop. */
  private static final int MAX_CAUSES = 32;

  private final Thread.@Nullable UncaughtExceptionHandler next;

  OutOfMemoryExit(Thread.@Nullable UncaughtExceptionHandler next) {
    this.next = next;
  }

  /** Ends the process, without returning, if the error's cause is lack of memory. */
  public static void endIfCausedBy(@Nullable Throwable error) {
    if (isOutOfMemory(error)) {
      try {
        say();
      } finally {
        // No orderly end: it would wait for what hangs.
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    }
  }

  /** Straight to standard error: a log might need memory, or hold the line back. */
  private static void say() {
    try (FileOutputStream err = new FileOutputStream(FileDescriptor.err)) {
      err.write("out of memory: the process exits\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The exit code says the same.
    }
  }

  static boolean isOutOfMemory(@Nullable Throwable error) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  @Override
  public void publish(LogRecord entry) {
    endIfCausedBy(entry.getThrown());
  }

  @Override
  public void uncaughtException(Thread thread, Throwable error) {
    endIfCausedBy(error);
    if (next != null) {
      next.uncaughtException(thread, error);
    } else {
      LOG.error("uncaught exception in thread " + thread.getName(), error);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
