package io.iamplane.peer.target;

import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.peer.PeerCondition;
import io.iamplane.peer.PeerModel;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Named conditions, written out where a relation carries one: the values that are stored with the
 * relation stand in the text, the others are read from the request's context. So a stored value
 * wins over one of the request, as it does there.
 */
final class TargetConditions {

  private static final int MAX_LENGTH = 4_096;

  private static final Pattern BOUND =
      Pattern.compile("\\.\\s*(?:all|exists|exists_one|map|filter)\\s*\\(\\s*(\\w+)\\s*,");

  private final Map<String, PeerCondition> conditions;
  private final Map<String, Object> declared = new TreeMap<>();
  private final AttributeSchema schema;

  TargetConditions(PeerModel model) {
    conditions = model.conditions();
    Set<String> disputed = new HashSet<>();
    for (PeerCondition condition : conditions.values()) {
      condition
          .parameters()
          .forEach((name, type) -> {
            String own = ConditionLiterals.declared(type);
            Object before = own == null ? null : declared.putIfAbsent(name, own);
            if (own == null || (before != null && !before.equals(own))) {
              disputed.add(name);
            }
          });
    }
    declared.keySet().removeAll(disputed);
    schema = AttributeSchema.parse(Map.of("context", declared), (_, _) -> {});
  }

  /** A text, or why it cannot be written. */
  record Written(@Nullable String text, @Nullable String obstacle) {

    private static Written not(String obstacle) {
      return new Written(null, obstacle);
    }
  }

  /** The member {@code attributes} of the manifest. */
  Map<String, Object> attributes() {
    return declared.isEmpty() ? Map.of() : Map.of("context", declared);
  }

  AttributeSchema schema() {
    return schema;
  }

  boolean isWritable(String name) {
    return write(name, Map.of()).text() != null;
  }

  /** Writes a condition with the values that are stored with it. */
  Written write(String name, Map<String, Object> stored) {
    PeerCondition condition = conditions.get(name);
    if (condition == null) {
      return Written.not("there is no condition '" + name + "'");
    }
    if (condition.expression().length() > MAX_LENGTH) {
      return Written.not("condition '%s' has more than %d characters".formatted(name, MAX_LENGTH));
    }
    Matcher bound = BOUND.matcher(condition.expression());
    while (bound.find()) {
      if (condition.parameters().containsKey(bound.group(1))) {
        return Written.not(
            "condition '%s' uses the name of its parameter '%s' for something else"
                .formatted(name, bound.group(1)));
      }
    }
    return write(condition, stored);
  }

  private Written write(PeerCondition condition, Map<String, Object> stored) {
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
                .formatted(parameter.getKey(), condition.name(), parameter.getValue()));
      }
      terms.put(parameter.getKey(), term);
    }
    String text = new CelTerms(condition.expression(), terms).replaced();
    try {
      Conditions.compile(text, schema);
      return new Written(text, null);
    } catch (ConditionSyntaxException e) {
      return Written.not("condition '%s': %s".formatted(condition.name(), e.reason()));
    }
  }
}
