package io.iamplane.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of relations are brought over in memory that does not follow their length: by a process
 * whose heap is smaller than its file.
 */
class RelationsVolumeTest {

  /** Of these, 32 MiB are for the hashes of a million names, and 16 while they grow. */
  private static final String LARGE_HEAP = "-Xmx96m";

  private static final String SMALL_HEAP = "-Xmx14m";

  @ParameterizedTest
  @EnumSource
  void aFileThatIsLargerThanTheHeapIsBroughtOver(VolumeProcess.Form form, TestReporter reporter)
      throws Exception {
    bring(form, 16L << 20, 10_000, SMALL_HEAP, reporter);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("stress")
  void aGibibyteIsBroughtOver(VolumeProcess.Form form, TestReporter reporter) throws Exception {
    bring(form, 1L << 30, 1_000_000, LARGE_HEAP, reporter);
  }

  private static void bring(
      VolumeProcess.Form form, long bytes, int people, String heap, TestReporter reporter)
      throws Exception {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                VolumeProcess.class.getName(),
                form.name(),
                Long.toString(bytes),
                Integer.toString(people))
            .redirectErrorStream(true)
            .start();
    String printed;
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    reporter.publishEntry(
        form.name(), "%s bytes, %s: %s in %s".formatted(bytes, heap, printed.strip(), took));
    assertThat(printed).matches("\\d+ \\d+ \\d+\\s+");
    List<Integer> counts =
        List.of(printed.strip().split(" ")).stream().map(Integer::valueOf).toList();
    assertThat(counts.get(0)).isGreaterThan((int) (bytes / 20_000));
    if (form == VolumeProcess.Form.NAMES_ALONE) {
      assertThat(counts).endsWith(0, 0);
      return;
    }
    assertThat(counts.get(1)).isEqualTo(Math.min(counts.get(0), people));
    assertThat(counts.get(2)).isEqualTo(counts.get(0));
  }
}
