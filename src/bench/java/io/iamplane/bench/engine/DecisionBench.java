package io.iamplane.bench.engine;

import io.iamplane.bench.engine.decider.Decider;
import io.iamplane.bench.engine.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One decision, the requests of the workload in turn. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class DecisionBench {

  /** The engine of this project, among the names of engines. */
  static final String OURS = "this";

  @Param("grants-38")
  public String workload;

  @Param(OURS)
  public String engine;

  private Decider decider;
  private int next;

  @Setup
  public void load() {
    decider = Decider.named(engine, Workload.named(workload));
  }

  @Benchmark
  public boolean decide() {
    return decider.allows(next++ & Workload.ASKS - 1);
  }
}
