package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Resources of a process, after a collection of its garbage.
 *
 * @param heap live memory in the heap, in bytes; of an executable, which does not tell, its
 *     resident memory
 * @param resident resident memory of the process, in bytes; a heap that grew shrinks late
 */
record Footprint(long heap, long resident, int threads, int files) {

  /** The value for a process that ended, or is about to. */
  static final Footprint GONE = new Footprint(0, 0, 0, 0);

  /** Room for the resources that the attackers' tenant created, and its policy in memory. */
  private static final long MORE_HEAP = 128L << 20;

  private static final int MORE_THREADS = 24;
  private static final int MORE_FILES = 64;

  private static final Pattern USED = Pattern.compile("used (\\d+)([KMG])");

  /** Measures a process of a JVM like this one, or of the executable. Only Linux has the rest. */
  static Footprint of(long pid) {
    try {
      Path proc = Path.of("/proc", Long.toString(pid));
      long heap;
      if (PackagedApp.EXECUTABLE.isPresent()) {
        heap = status(proc, "VmRSS") * 1024;
      } else {
        jcmd(pid, "GC.run");
        String told = jcmd(pid, "GC.heap_info");
        Matcher used = USED.matcher(told);
        if (!used.find()) {
          assertThat(ProcessHandle.of(pid))
              .as("a process whose heap cannot be read: %s", told)
              .isEmpty();
          return GONE;
        }
        heap = Long.parseLong(used.group(1)) << 10 * (1 + "KMG".indexOf(used.group(2)));
      }
      return new Footprint(
          heap, status(proc, "VmRSS") * 1024, (int) status(proc, "Threads"), files(proc));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns true if everything taken since then was given back. */
  boolean isAsAt(Footprint before) {
    return heap < before.heap + MORE_HEAP
        && threads < before.threads + MORE_THREADS
        && files < before.files + MORE_FILES;
  }

  private static long status(Path proc, String name) throws IOException {
    try (Stream<String> lines = Files.lines(proc.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(name + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
          .findFirst()
          .orElse(0);
    }
  }

  private static int files(Path proc) throws IOException {
    try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
      return (int) open.count();
    }
  }

  private static String jcmd(long pid, String command) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                command)
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "%,d | %,d | %d | %d".formatted(heap >> 20, resident >> 20, threads, files);
  }
}
