package io.iamplane.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Reports the running tests and their threads, including virtual ones, if none has begun or ended
 * for long ({@code test.stall}, in minutes). The build interrupts a test that takes still longer
 * ({@code test.timeout}).
 */
public final class Stalls implements TestExecutionListener {

  private static final Duration LOOK = Duration.ofSeconds(15);

  private final Duration most;
  private final LongSupplier nanos;
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private volatile long since;
  private @Nullable ScheduledExecutorService timer;

  /** Made by the launcher. */
  public Stalls() {
    this(Duration.ofMinutes(Long.getLong("test.stall", 4)), System::nanoTime);
  }

  Stalls(Duration most, LongSupplier nanos) {
    this.most = most;
    this.nanos = nanos;
    this.since = nanos.getAsLong();
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    moves();
    ScheduledExecutorService looking =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("stalls").factory());
    var unused =
        looking.scheduleWithFixedDelay(
            () -> look().ifPresent(System.out::println),
            LOOK.toMillis(),
            LOOK.toMillis(),
            TimeUnit.MILLISECONDS);
    timer = looking;
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (timer != null) {
      timer.shutdownNow();
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    running.add(test.getUniqueId());
    moves();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    running.remove(test.getUniqueId());
    moves();
  }

  private void moves() {
    since = nanos.getAsLong();
  }

  /** The report, repeated in each call, as a time limit keeps the last output. */
  Optional<String> look() {
    if (nanos.getAsLong() - since <= most.toNanos()) {
      return Optional.empty();
    }
    String report = report();
    moves();
    return Optional.of(report);
  }

  private String report() {
    return "No test began or ended for "
        + most.toMinutes()
        + " minutes. These are under way:\n"
        + running.stream().sorted().collect(Collectors.joining("\n"))
        + "\nThis is what our threads do:\n"
        + threads().filter(Stalls::isOurs).collect(Collectors.joining("\n\n"));
  }

  /** Or the one that runs the tests; most others wait for work. */
  private static boolean isOurs(String thread) {
    return thread.contains("\"main\"")
        || (thread.contains("io.iamplane") && !thread.contains("\"postgres-proxy\""));
  }

  /** The dump of the virtual machine: a line with the name, and one for each call. */
  private static Stream<String> threads() {
    try {
      Path directory = Files.createTempDirectory("stall");
      Path file = directory.resolve("threads");
      try {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
        return Stream.of(Files.readString(file).split("\n\n"));
      } finally {
        Files.deleteIfExists(file);
        Files.delete(directory);
      }
    } catch (IOException e) {
      return Stream.of("io.iamplane: the threads are not to be had: " + e);
    }
  }
}
