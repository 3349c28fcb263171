package io.iamplane.language.condition;

import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.values.NullValue;
import dev.cel.parser.CelParser;
import dev.cel.parser.CelParserFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.iamplane.language.condition.Condition.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Google's implementation of CEL, for expressions that are parsed but not type-checked. */
final class CelReferee {

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .enableTimestampOverflowCheck(true)
          .retainRepeatedUnaryOperators(true)
          .build();

  private final CelParser parser =
      CelParserFactory.standardCelParserBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .build();

  private final CelRuntime runtime =
      CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();

  CelRuntime.Program program(String condition)
      throws CelValidationException, CelEvaluationException {
    return runtime.createProgram(parser.parse(condition).getAst());
  }

  static Outcome evaluate(CelRuntime.Program program, MapAttributes attributes) {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>();
    for (Root root : Root.values()) {
      variables.put(root.text(), value(attributes.roots().getOrDefault(root.text(), Map.of())));
    }
    try {
      return program.eval(variables) instanceof Boolean bool
          ? bool ? Outcome.TRUE : Outcome.FALSE
          : Outcome.ERROR;
    } catch (CelEvaluationException e) {
      return Outcome.ERROR;
    }
  }

  private static Object value(@Nullable Object value) {
    return switch (value) {
      case null -> NullValue.NULL_VALUE;
      case List<?> list -> list.stream().map(CelReferee::value).toList();
      case Map<?, ?> map -> {
        Map<Object, Object> values = new LinkedHashMap<>();
        map.forEach((k, v) -> values.put(k, value(v)));
        yield values;
      }
      default -> value;
    };
  }
}
