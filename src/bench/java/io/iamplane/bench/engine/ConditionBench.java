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
import java.util.function.IntPredicate;
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

  static final String CEL = "dev.cel";

  /** All five conjuncts are true of every request, so that all are looked at, or of some. */
  @Param({"all true", "mixed"})
  public String attributes;

  /** The implementation that evaluates the same text. */
  @Param({DecisionBench.OURS, CEL})
  public String language;

  private IntPredicate evaluation;
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

    Map<String, Object> variables() {
      return Map.of("subject", subject, "resource", resource, "context", context);
    }
  }

  static Condition own() {
    try {
      return Conditions.compile(FiveConjuncts.TEXT, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A question on which the two differ is not worth timing. */
  @Setup
  public void compile() {
    Condition own = own();
    CelCondition cel = new CelCondition(FiveConjuncts.TEXT);
    Workload workload = Workload.named("conditions-38");
    List<Maps> fitting =
        workload.asks().stream()
            .map(ask -> Maps.of(workload, ask))
            .filter(maps -> attributes.equals("mixed") || own.evaluate(maps) == Outcome.TRUE)
            .toList();
    for (Maps maps : fitting) {
      if (cel.holds(maps.variables()) != (own.evaluate(maps) == Outcome.TRUE)) {
        throw new IllegalStateException("the two do not agree about " + maps);
      }
    }
    evaluation = language.equals(CEL) ? with(cel, fitting) : with(own, fitting);
  }

  private static IntPredicate with(Condition condition, List<Maps> fitting) {
    Attributes[] of =
        asks().mapToObj(i -> fitting.get(i % fitting.size())).toArray(Attributes[]::new);
    return i -> condition.evaluate(of[i]) == Outcome.TRUE;
  }

  private static IntPredicate with(CelCondition condition, List<Maps> fitting) {
    List<Map<String, Object>> of =
        asks().mapToObj(i -> fitting.get(i % fitting.size()).variables()).toList();
    return i -> condition.holds(of.get(i));
  }

  private static IntStream asks() {
    return IntStream.range(0, Workload.ASKS);
  }

  @Benchmark
  public boolean evaluate() {
    return evaluation.test(next++ & Workload.ASKS - 1);
  }
}
