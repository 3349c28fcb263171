package io.iamplane.bench.engine;

import io.iamplane.bench.engine.workload.RelationShape;
import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One decision of a shape, with the overlay of the request's own relations. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class RelationShapeBench {

  private static final int MAX_STEPS = 100_000;

  @Param("ALL_1000")
  public RelationShape shape;

  private final PolicyEngine engine =
      new PolicyEngine(
          MAX_STEPS,
          defect -> {
            throw new IllegalStateException(defect);
          });
  private PolicySnapshot snapshot;
  private DecisionRequest request;

  @Setup
  public void load() {
    snapshot = shape.snapshot();
    request = shape.request();
  }

  @Benchmark
  public boolean decide() {
    return engine.decide(snapshot, request, Instant.EPOCH).allowed();
  }
}
