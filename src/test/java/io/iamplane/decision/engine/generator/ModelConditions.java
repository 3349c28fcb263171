package io.iamplane.decision.engine.generator;

import io.iamplane.language.condition.NamedCondition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Conditions of generated models, and values that relations store for them. */
final class ModelConditions {

  static final List<String> NAMES = List.of("same", "open", "either");

  static final Map<String, NamedCondition> ALL =
      Map.of(
          "same", condition("same", "level == want", Map.of("level", "int", "want", "int")),
          "open", condition("open", "flag", Map.of("flag", "bool")),
          "either",
              condition(
                  "either", "want == 1 || level == 0", Map.of("level", "int", "want", "int")));

  private ModelConditions() {}

  private static NamedCondition condition(
      String name, String expression, Map<String, String> parameters) {
    return Objects.requireNonNull(
        NamedCondition.parse(
            name,
            name,
            Map.of("parameters", parameters, "expression", expression),
            (path, line, column, message) -> {
              throw new IllegalStateException(path + ": " + message);
            }));
  }

  /** Some of the values, seldom of a wrong type. */
  static Map<String, Object> values(Dice dice, int rarity) {
    Map<String, Object> values = new HashMap<>();
    if (dice.once(rarity)) {
      values.put("want", dice.roll(2));
    }
    if (dice.once(rarity)) {
      values.put("flag", dice.once(8) ? "yes" : dice.once(2));
    }
    if (dice.once(2 * rarity)) {
      values.put("level", dice.roll(2));
    }
    return values;
  }
}
