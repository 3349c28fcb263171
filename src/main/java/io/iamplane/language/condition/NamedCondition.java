package io.iamplane.language.condition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A condition that a model declares once, by name and with typed parameters, and that relations
 * name. A parameter's value comes from the relation, else from the request's context. Compiled on
 * reading; two are equal if their declarations are.
 */
public final class NamedCondition {

  private final String name;
  private final SortedMap<String, Type> parameters;
  private final Condition condition;

  NamedCondition(String name, Map<String, Type> parameters, Condition condition) {
    this.name = name;
    this.parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    this.condition = condition;
  }

  /** Hears faults; line and column are 0 for a fault outside of the expression. */
  @FunctionalInterface
  public interface Faults {
    void add(String path, int line, int column, String message);
  }

  /**
   * Reads a declaration: {@code {parameters: {from: int}, expression: "from < 5"}}; null when it
   * has faults.
   *
   * @param path of the declaration, for faults: {@code conditions.office_hours}
   */
  public static @Nullable NamedCondition parse(
      String path, String name, @Nullable Object declaration, Faults faults) {
    return new NamedConditionParser(path, faults).read(name, declaration);
  }

  public String name() {
    return name;
  }

  public SortedMap<String, Type> parameters() {
    return parameters;
  }

  /** The expression, which must be true; it reads its parameters as fields of the context. */
  public Condition condition() {
    return condition;
  }

  /** The parameters that have no value, in order. */
  public List<String> missing(Attributes given) {
    return parameters.keySet().stream()
        .filter(each -> given.get(Root.CONTEXT, each) == null && !given.has(Root.CONTEXT, each))
        .toList();
  }

  /** The parameters with a value of another type, in order. */
  public List<String> mistyped(Attributes given) {
    return parameters.keySet().stream()
        .filter(each -> given.get(Root.CONTEXT, each) != null || given.has(Root.CONTEXT, each))
        .filter(each -> !admits(each, given.get(Root.CONTEXT, each)))
        .toList();
  }

  private boolean admits(String parameter, @Nullable Object value) {
    Type type = Objects.requireNonNull(parameters.get(parameter));
    if (type.isDynamic()) {
      return true;
    }
    Frame frame = new Frame(NOTHING, 0, ConditionLimits.STEPS);
    return value != null && Admission.of(type).admit(frame, value) != null;
  }

  private static final Attributes NOTHING =
      new Attributes() {
        @Override
        public @Nullable Object get(Root root, String field) {
          return null;
        }

        @Override
        public boolean has(Root root, String field) {
          return false;
        }
      };

  /** The faults of values that a relation is to store, by name; empty if there are none. */
  public SortedMap<String, String> faults(Map<String, ?> stored) {
    SortedMap<String, String> faults = new TreeMap<>();
    stored.forEach((key, value) -> {
      Type type = parameters.get(key);
      if (type == null) {
        faults.put(
            key,
            parameters.isEmpty()
                ? "unknown parameter; condition '%s' has no parameters".formatted(name)
                : "unknown parameter; the parameters of condition '%s' are '%s'"
                    .formatted(name, String.join("', '", parameters.keySet())));
      } else if (value == null || !admits(key, value)) {
        faults.put(key, "must be " + type.described());
      }
    });
    return faults;
  }

  /** The declaration as a manifest has it, in the one spelling. */
  public Map<String, Object> canonical() {
    Map<String, Object> types = new LinkedHashMap<>();
    parameters.forEach((parameter, type) -> types.put(parameter, type.text()));
    Map<String, Object> declaration = new LinkedHashMap<>();
    declaration.put("parameters", types);
    declaration.put("expression", condition.canonical());
    return declaration;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NamedCondition named
        && named.name.equals(name)
        && named.parameters.equals(parameters)
        && named.condition.canonical().equals(condition.canonical());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, parameters, condition.canonical());
  }

  @Override
  public String toString() {
    return name + parameters + ": " + condition.canonical();
  }
}
