package io.iamplane.bench.engine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Nothing: what reading the clock twice adds to every single time. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClockBench {

  @Benchmark
  public void nothing() {}
}
