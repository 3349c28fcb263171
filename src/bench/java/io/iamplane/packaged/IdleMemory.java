package io.iamplane.packaged;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of a server that does nothing, as a row of a table; sizes in MB. */
record IdleMemory(
    long resident,
    long anonymous,
    long files,
    long heap,
    long classes,
    long tracing,
    long threads) {

  static final String HEADING =
      "resident | of it anonymous | of it files | heap, live | classes | of OpenTelemetry |"
          + " threads";

  /** Measures a process on Linux with a JVM like this one. */
  static IdleMemory of(long pid) throws IOException {
    List<String> status = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
    String names = jcmd(pid, "VM.class_hierarchy");
    IdleMemory before =
        new IdleMemory(
            kilobytes(status, "VmRSS") >> 10,
            kilobytes(status, "RssAnon") >> 10,
            kilobytes(status, "RssFile") >> 10,
            0,
            names.lines().count(),
            names.lines().filter(line -> line.contains("io.opentelemetry.")).count(),
            kilobytes(status, "Threads"));
    return before.withHeap(Footprint.of(pid).heap() >> 20);
  }

  private IdleMemory withHeap(long live) {
    return new IdleMemory(resident, anonymous, files, live, classes, tracing, threads);
  }

  private static long kilobytes(List<String> status, String name) {
    return status.stream()
        .map(Pattern.compile("^" + name + ":\\s*(\\d+)")::matcher)
        .filter(Matcher::find)
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .findFirst()
        .orElse(0);
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
    return "%,d | %,d | %,d | %,d | %,d | %,d | %d"
        .formatted(resident, anonymous, files, heap, classes, tracing, threads);
  }
}
