package io.iamplane.migrate.target;

import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a model: each is a named condition here. A membership, which names none,
 * carries it written out instead: the values that are stored with it stand in the text, the others
 * are read from the request's context.
 */
final class TargetConditions {

  private static final int MAX_LENGTH = 4_096;
  private static final String UNSIGNED = "uint";

  private static final Pattern BOUND =
      Pattern.compile("\\.\\s*(?:all|exists|exists_one|map|filter)\\s*\\(\\s*(\\w+)\\s*,");

  private final Map<String, PeerCondition> conditions;
  private final Map<String, String> obstacles = new HashMap<>();
  private final Map<String, NamedCondition> written = new TreeMap<>();

  TargetConditions(PeerModel model) {
    conditions = model.conditions();
    for (PeerCondition condition : conditions.values()) {
      String obstacle = obstacle(condition);
      if (obstacle == null) {
        write(condition);
      } else {
        obstacles.put(condition.name(), obstacle);
      }
    }
  }

  /** The replacement of a condition, or the obstacle to it. */
  record Written<T>(@Nullable T term, @Nullable String obstacle) {

    private static <T> Written<T> not(String obstacle) {
      return new Written<>(null, obstacle);
    }
  }

  boolean isWritable(String name) {
    return written.containsKey(name);
  }

  String obstacle(String name) {
    return obstacles.getOrDefault(name, "there is no condition '" + name + "'");
  }

  /** The member {@code conditions} of the manifest, as far as types list them. */
  Map<String, Object> declarations(Set<String> listed) {
    Map<String, Object> declarations = new TreeMap<>();
    written.forEach((name, condition) -> {
      if (listed.contains(name)) {
        declarations.put(name, condition.canonical());
      }
    });
    return declarations;
  }

  /** Texts, for signs outside of them. */
  private static final Pattern TEXT =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'");

  /**
   * Unsigned numbers are whole numbers here. One below 0 has to be an error, as there: a value is
   * so by {@link ConditionLiterals#unsigned}, and a difference is not brought.
   */
  private static @Nullable String ofUnsigned(PeerCondition condition) {
    List<String> unsigned =
        condition.parameters().values().stream().filter(type -> type.contains(UNSIGNED)).toList();
    boolean collected = unsigned.stream().anyMatch(type -> !type.equals(UNSIGNED));
    boolean subtracted =
        !unsigned.isEmpty()
            && TEXT.matcher(condition.expression()).replaceAll("").indexOf('-') >= 0;
    return collected || subtracted
        ? "condition '%s' %s, but all integers are signed in this server: declare int instead"
            .formatted(
                condition.name(),
                collected ? "has a list or map of uint" : "uses both subtraction and uint")
        : null;
  }

  private static @Nullable String obstacle(PeerCondition condition) {
    if (!RelationModel.isName(condition.name())) {
      return "condition '%s' must be renamed; a name must consist of %s"
          .formatted(condition.name(), RelationModel.NAME_RULE);
    }
    if (condition.expression().length() > MAX_LENGTH) {
      return "condition '%s' has more than %d characters".formatted(condition.name(), MAX_LENGTH);
    }
    Matcher bound = BOUND.matcher(condition.expression());
    while (bound.find()) {
      if (condition.parameters().containsKey(bound.group(1))) {
        return "condition '%s' uses the name of its parameter '%s' for a variable as well"
            .formatted(condition.name(), bound.group(1));
      }
    }
    return ofUnsigned(condition);
  }

  private void write(PeerCondition condition) {
    Map<String, String> declared = condition.parameters();
    Map<String, String> unsigned = new HashMap<>();
    declared.forEach((name, type) -> {
      if (type.equals(UNSIGNED)) {
        unsigned.put(name, ConditionLiterals.unsigned(name));
      }
    });
    CelTerms terms = new CelTerms(condition.expression(), unsigned);
    String expression = terms.replaced();
    Map<String, Object> parameters = new TreeMap<>();
    declared.forEach((name, type) -> {
      if (terms.words().contains(name)) {
        parameters.put(name, ConditionLiterals.declared(type));
      }
    });
    List<String> faults = new ArrayList<>();
    NamedCondition named =
        NamedCondition.parse(
            condition.name(),
            condition.name(),
            Map.of("parameters", parameters, "expression", expression),
            (_, _, _, message) -> faults.add(message));
    if (named == null) {
      obstacles.put(
          condition.name(),
          "condition '%s': %s".formatted(condition.name(), String.join("; ", faults)));
    } else {
      written.put(condition.name(), named);
    }
  }

  /** A relation's use of a condition: the values that are stored with it, in our types. */
  Written<TargetRelation.Named> use(String name, Map<String, Object> stored) {
    NamedCondition named = written.get(name);
    if (named == null) {
      return Written.not(obstacle(name));
    }
    PeerCondition condition = Objects.requireNonNull(conditions.get(name));
    Map<String, Object> values = new TreeMap<>();
    for (String parameter : named.parameters().keySet()) {
      Object value = stored.get(parameter);
      if (value != null) {
        String type = Objects.requireNonNull(condition.parameters().get(parameter));
        Object own = ConditionLiterals.value(type, value);
        if (own == null || named.faults(Map.of(parameter, own)).containsKey(parameter)) {
          return Written.not(
              "the value of '%s' for condition '%s' cannot be written as %s"
                  .formatted(parameter, name, type));
        }
        values.put(parameter, own);
      }
    }
    return new Written<>(new TargetRelation.Named(name, values), null);
  }

  /** A condition written out, with the values that are stored with it. */
  Written<String> text(String name, Map<String, Object> stored) {
    PeerCondition condition = conditions.get(name);
    if (condition == null || !isWritable(name)) {
      return Written.not(obstacle(name));
    }
    Map<String, String> terms = new TreeMap<>();
    for (Map.Entry<String, String> parameter : condition.parameters().entrySet()) {
      Object value = stored.get(parameter.getKey());
      String term =
          value == null
              ? ConditionLiterals.read(parameter.getValue(), parameter.getKey())
              : ConditionLiterals.literal(parameter.getValue(), value);
      if (term == null) {
        return Written.not(
            "the value of '%s' for condition '%s' cannot be written as %s"
                .formatted(parameter.getKey(), name, parameter.getValue()));
      }
      terms.put(parameter.getKey(), term);
    }
    String text = new CelTerms(condition.expression(), terms).replaced();
    try {
      Conditions.compile(text, AttributeSchema.EMPTY);
      return new Written<>(text, null);
    } catch (ConditionSyntaxException e) {
      return Written.not("condition '%s': %s".formatted(name, e.reason()));
    }
  }
}
