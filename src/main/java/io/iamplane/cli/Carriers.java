package io.iamplane.cli;

import java.util.Properties;

/**
 * How many of the operations that run on virtual threads compute at a time. A processor is left to
 * the event loops, where decisions are answered: however much a tenant asks for, one is free of it.
 * To be set before the first virtual thread; {@code -Djdk.virtualThreadScheduler.parallelism} wins.
 */
final class Carriers {

  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  static void leaveAProcessor(Properties properties, int processors) {
    properties.putIfAbsent(PARALLELISM, Integer.toString(Math.max(1, processors - 1)));
  }
}
