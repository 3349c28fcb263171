package io.iamplane.bench.engine;

import io.iamplane.bench.engine.workload.FiveConjuncts;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The same condition from its text: done for each when a tenant is loaded. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class CompileBench {

  @Param({DecisionBench.OURS, ConditionBench.CEL})
  public String language;

  @Benchmark
  public Object compile() {
    return language.equals(ConditionBench.CEL)
        ? new CelCondition(FiveConjuncts.TEXT)
        : ConditionBench.own();
  }
}
