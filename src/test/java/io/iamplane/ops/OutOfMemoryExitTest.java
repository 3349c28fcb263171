package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Severity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A JVM of its own runs out of memory, in each of the ways that something survives by itself. */
class OutOfMemoryExitTest {

  private static final long FIVE_SECONDS = 5;

  /** The main class of the forked JVM. */
  static final class Exhausted {

    private Exhausted() {}

    public static void main(String... how) throws InterruptedException {
      MemoryCheck.watch();
      switch (how[0]) {
        case "logged" -> pool(true);
        case "wrapped" -> {
          Throwable error = new CompletionException(new IllegalStateException(direct()));
          Logger.getLogger("pool").log(Level.WARNING, "the task failed", error);
        }
        case "uncaught" ->
            new Thread(
                    () -> {
                      throw direct();
                    })
                .start();
        default -> pool(false);
      }
      // Its own end, which comes from outside: nothing counts this down.
      new CountDownLatch(1).await(1, TimeUnit.MINUTES);
    }

    /** Catches and logs the error of a task, like a pool. */
    private static void pool(boolean directMemory) {
      Executors.newSingleThreadExecutor()
          .execute(() -> {
            try {
              if (directMemory) {
                throw direct();
              }
              heap();
            } catch (Throwable e) {
              Logger.getLogger("pool").log(Level.SEVERE, "the task failed", e);
            }
          });
    }

    private static OutOfMemoryError direct() {
      List<ByteBuffer> held = new ArrayList<>();
      try {
        while (true) {
          held.add(ByteBuffer.allocateDirect(1 << 20));
        }
      } catch (OutOfMemoryError e) {
        return e;
      }
    }

    private static void heap() {
      List<byte[]> held = new ArrayList<>();
      while (!held.contains(null)) {
        held.add(new byte[1 << 20]);
      }
    }
  }

  /** All are started at once, for each waits some time for direct memory to be freed. */
  @TestFactory
  List<DynamicTest> theProcessEnds() throws IOException {
    // Of all together; their own start counts, too.
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4 * FIVE_SECONDS);
    Map<String, Process> started = new LinkedHashMap<>();
    for (String how : List.of("logged", "wrapped", "uncaught", "heap")) {
      started.put(how, start("-Xlog:disable", how));
    }
    started.put("heap, by the flag", start(MemoryCheck.FLAG, "heap"));
    List<DynamicTest> tests = new ArrayList<>();
    started.forEach((how, process) ->
        tests.add(
            DynamicTest.dynamicTest(
                how,
                () ->
                    assertThat(exitCodeOf(process, until)).isEqualTo(OutOfMemoryExit.EXIT_CODE))));
    return tests;
  }

  @Test
  void aJvmWithoutTheFlagIsWarned() {
    assertThat(new MemoryCheck(option -> false).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.line())
              .contains(
                  "java -XX:+ExitOnOutOfMemoryError -jar",
                  "exits on an OutOfMemoryError that is logged");
        });
    assertThat(new MemoryCheck("CrashOnOutOfMemoryError"::equals).findings()).isEmpty();
    assertThat(new MemoryCheck("ExitOnOutOfMemoryError"::equals).findings()).isEmpty();
  }

  @Test
  void theFlagOfThisJvmIsRead() {
    assertThat(new MemoryCheck().findings()).hasSize(1);
  }

  private static Process start(String option, String how) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx24m",
            "-XX:MaxDirectMemorySize=8m",
            "-XX:TieredStopAtLevel=1",
            option,
            "-cp",
            System.getProperty("java.class.path"),
            Exhausted.class.getName(),
            how)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static int exitCodeOf(Process process, long until) {
    try {
      assertThat(process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
