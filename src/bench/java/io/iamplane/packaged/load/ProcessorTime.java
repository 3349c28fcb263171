package io.iamplane.packaged.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor time that a process and those below it have used; only Linux has it. */
public final class ProcessorTime {

  /** The unit that the kernel counts in. */
  private static final long MICROS_PER_TICK = 10_000;

  private ProcessorTime() {}

  /** The processor time in microseconds, including children that ended. */
  public static long micros(ProcessHandle root) {
    return Stream.concat(Stream.of(root), root.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum()
        * MICROS_PER_TICK;
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
