package io.iamplane.bench.engine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** An empty benchmark: the time that two readings of the clock add to every single time. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClockBench {

  @Benchmark
  public void nothing() {}
}
