package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of relations are imported with memory independent of their length: by a process with a heap
 * smaller than its file.
 */
class RelationsVolumeTest {

  /** Includes 32 MiB for the hashes of a million names, and 16 while they grow. */
  private static final String LARGE_HEAP = "-Xmx96m";

  private static final String SMALL_HEAP = "-Xmx14m";

  private static final String TINY_HEAP = "-Xmx10m";

  /** Long names fill a file with few lines. */
  @Test
  void filesThatAreLargerThanTheHeapAreBroughtOver(TestReporter reporter) throws Exception {
    bring(new Files(11L << 20, 1_000, 200), TINY_HEAP, reporter, VolumeProcess.Form.values());
  }

  @ParameterizedTest
  @EnumSource
  @Tag("ci")
  void aFileOfManyLinesThatIsLargerThanTheHeapIsBroughtOver(
      VolumeProcess.Form form, TestReporter reporter) throws Exception {
    bring(new Files(16L << 20, 10_000, 0), SMALL_HEAP, reporter, form);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("stress")
  void aGibibyteIsBroughtOver(VolumeProcess.Form form, TestReporter reporter) throws Exception {
    bring(new Files(1L << 30, 1_000_000, 0), LARGE_HEAP, reporter, form);
  }

  /** Their length in bytes, how many people are in them, and how much longer the names are. */
  private record Files(long bytes, int people, int padding) {}

  private static void bring(
      Files files, String heap, TestReporter reporter, VolumeProcess.Form... forms)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=" + (files.bytes < 1L << 30 ? 1 : 4),
                "-cp",
                System.getProperty("java.class.path"),
                VolumeProcess.class.getName(),
                Long.toString(files.bytes),
                Integer.toString(files.people),
                Integer.toString(files.padding)));
    Arrays.stream(forms).map(Enum::name).forEach(command::add);
    long start = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed;
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    reporter.publishEntry(
        Arrays.toString(forms), "%s, %s: %s in %s".formatted(files, heap, printed.strip(), took));
    assertThat(printed).matches("(\\d+ \\d+ \\d+\\s+){%d}".formatted(forms.length));
    List<String> lines = printed.lines().toList();
    for (int i = 0; i < forms.length; i++) {
      requireWhole(forms[i], files, lines.get(i));
    }
  }

  private static void requireWhole(VolumeProcess.Form form, Files files, String line) {
    List<Integer> counts = Arrays.stream(line.split(" ")).map(Integer::valueOf).toList();
    assertThat(counts.get(0)).as("%s", form).isGreaterThan((int) (files.bytes / 20_000));
    if (form == VolumeProcess.Form.NAMES_ALONE) {
      assertThat(counts).endsWith(0, 0);
      return;
    }
    assertThat(counts.get(1)).as("%s", form).isEqualTo(Math.min(counts.get(0), files.people));
    assertThat(counts.get(2)).as("%s", form).isEqualTo(counts.get(0));
  }
}
