package io.iamplane.packaged.writes;

import com.sun.management.OperatingSystemMXBean;
import io.iamplane.packaged.load.ProcessorTime;
import java.lang.management.ManagementFactory;

/**
 * Processor time in milliseconds of a server, of PostgreSQL (for any client) and of this process,
 * which sends the requests. Only Linux has the first two.
 */
record ProcessorTimes(double server, double database, double client) {

  /** In a millisecond. */
  private static final double MICROS = 1_000;

  static ProcessorTimes of(ProcessHandle server, ProcessHandle database) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new ProcessorTimes(
        ProcessorTime.micros(server) / MICROS,
        ProcessorTime.micros(database) / MICROS,
        system.getProcessCpuTime() / 1e6);
  }

  ProcessorTimes since(ProcessorTimes before) {
    return new ProcessorTimes(
        server - before.server, database - before.database, client - before.client);
  }

  ProcessorTimes each(int requests) {
    int by = Math.max(1, requests);
    return new ProcessorTimes(server / by, database / by, client / by);
  }
}
