package io.iamplane.cli;

import java.util.Properties;

/**
 * Limits the number of virtual threads that compute at a time. A processor is left to the event
 * loops, which answer decisions: no load of a tenant can take all processors. To be set before the
 * first virtual thread; {@code -Djdk.virtualThreadScheduler.parallelism} wins.
 */
final class Carriers {

  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  static void leaveAProcessor(Properties properties, int processors) {
    properties.putIfAbsent(PARALLELISM, Integer.toString(Math.max(1, processors - 1)));
  }
}
