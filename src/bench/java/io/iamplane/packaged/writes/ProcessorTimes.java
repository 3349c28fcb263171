package io.iamplane.packaged.writes;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Processor time in milliseconds of a server, of PostgreSQL (whatever it works on) and of this
 * process, which asks. Only Linux has the first two.
 */
record ProcessorTimes(double server, double database, double client) {

  /** What the kernel counts in. */
  private static final double MILLIS_PER_TICK = 10;

  static ProcessorTimes of(ProcessHandle server, ProcessHandle database) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new ProcessorTimes(family(server), family(database), system.getProcessCpuTime() / 1e6);
  }

  ProcessorTimes since(ProcessorTimes before) {
    return new ProcessorTimes(
        server - before.server, database - before.database, client - before.client);
  }

  ProcessorTimes each(int requests) {
    int by = Math.max(1, requests);
    return new ProcessorTimes(server / by, database / by, client / by);
  }

  /** Of a process and of those below it, with what their children that ended had used. */
  private static double family(ProcessHandle root) {
    return Stream.concat(Stream.of(root), root.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum()
        * MILLIS_PER_TICK;
  }

  private static long ticks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // After the name, which may have spaces: the state, and 10 more fields before these four.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Stream.of(fields).skip(11).limit(4).mapToLong(Long::parseLong).sum();
    } catch (IOException e) {
      return 0; // It ended meanwhile.
    }
  }
}
