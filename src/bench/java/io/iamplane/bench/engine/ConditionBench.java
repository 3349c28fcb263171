package io.iamplane.bench.engine;

import io.iamplane.bench.engine.workload.Ask;
import io.iamplane.bench.engine.workload.FiveConjuncts;
import io.iamplane.bench.engine.workload.Workload;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.condition.Root;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A condition of five conjuncts alone, over attributes of the workload's requests in turn. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class ConditionBench {

  /** Whether all five conjuncts are true of every request, so that all are looked at. */
  @Param({"all true", "mixed"})
  public String attributes;

  private Condition condition;
  private Attributes[] of;
  private int next;

  private record Maps(
      Map<String, Object> subject, Map<String, Object> resource, Map<String, Object> context)
      implements Attributes {

    static Maps of(Workload workload, Ask ask) {
      return new Maps(workload.subjects().get(ask.subject()), ask.about(), ask.context());
    }

    private Map<String, Object> root(Root root) {
      return switch (root) {
        case SUBJECT -> subject;
        case RESOURCE -> resource;
        case CONTEXT -> context;
        case ACTION, REQUEST -> Map.of();
      };
    }

    @Override
    public @Nullable Object get(Root root, String field) {
      return root(root).get(field);
    }

    @Override
    public boolean has(Root root, String field) {
      return root(root).containsKey(field);
    }
  }

  @Setup
  public void compile() throws ConditionSyntaxException {
    condition = Conditions.compile(FiveConjuncts.TEXT, AttributeSchema.EMPTY);
    Workload workload = Workload.named("conditions-38");
    List<Maps> fitting =
        workload.asks().stream()
            .map(ask -> Maps.of(workload, ask))
            .filter(maps -> attributes.equals("mixed") || condition.evaluate(maps) == Outcome.TRUE)
            .toList();
    of =
        IntStream.range(0, Workload.ASKS)
            .mapToObj(i -> fitting.get(i % fitting.size()))
            .toArray(Attributes[]::new);
  }

  @Benchmark
  public Outcome evaluate() {
    return condition.evaluate(of[next++ & Workload.ASKS - 1]);
  }
}
