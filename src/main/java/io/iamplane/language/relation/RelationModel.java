package io.iamplane.language.relation;

import io.iamplane.language.condition.NamedCondition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A checked relation model: every name that it uses is declared. Made by {@link #parse}.
 *
 * @param types by name; the directory's own types are there only when the model declares them
 * @param conditions that relations may name, by name
 */
public record RelationModel(
    Map<String, TypeDefinition> types, Map<String, NamedCondition> conditions) {

  /** The rule of {@link #isName}, for messages. */
  public static final String NAME_RULE =
      "letters, digits and '_', with single '-' between them, starting with a letter or '_';"
          + " at most "
          + RelationLexer.MAX_NAME
          + " characters";

  public RelationModel {
    types = Collections.unmodifiableMap(new TreeMap<>(types));
    conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
    types.forEach((name, type) -> {
      if (!name.equals(type.name())) {
        throw new IllegalArgumentException(name + " is the key of type " + type.name());
      }
    });
  }

  public RelationModel(Map<String, TypeDefinition> types) {
    this(types, Map.of());
  }

  /** Either a model or every fault found, in the order of the text. */
  public record Parsed(@Nullable RelationModel model, List<ModelFault> faults) {
    public Parsed {
      faults = List.copyOf(faults);
    }
  }

  /**
   * Reads the member {@code types} of a manifest: {@code {name: {relations: {name: "user |
   * group#member", other: "[user] | name"}, permissions: {name: "a | b->c"}}}}, as a JSON or YAML
   * reader gives it. Never throws for bad input: {@link Parsed#faults()} has all faults.
   */
  public static Parsed parse(@Nullable Object types) {
    return parse(types, null);
  }

  /** The same with the member {@code conditions}, of which {@link NamedCondition} reads each. */
  public static Parsed parse(@Nullable Object types, @Nullable Object conditions) {
    List<ModelFault> faults = new ArrayList<>();
    ModelSource source = new ModelSource();
    ModelParser parser = new ModelParser(faults, source);
    RelationModel model = parser.parse(types, conditions);
    if (!parser.isTooLarge()) {
      new ModelChecker(model, source, faults).check();
    }
    return new Parsed(faults.isEmpty() ? model : null, faults);
  }

  /** The types that every model has without declaring them. */
  public static Set<String> builtInTypes() {
    return DirectoryTypes.UNDECLARED.keySet();
  }

  /** The type's definition, the directory's types included; null if absent. */
  public @Nullable TypeDefinition type(String name) {
    TypeDefinition declared = types.get(name);
    return declared != null ? declared : DirectoryTypes.UNDECLARED.get(name);
  }

  /** Returns true if a text can name a type, a relation or a permission of a model. */
  public static boolean isName(String text) {
    return RelationLexer.isName(text);
  }

  /** The same shape that {@link #parse} reads, in canonical texts and sorted names. */
  public Map<String, Object> canonical() {
    Map<String, Object> all = new LinkedHashMap<>();
    types.forEach((name, type) -> all.put(name, canonical(type)));
    return all;
  }

  /** The conditions in the shape that {@link #parse(Object, Object)} reads. */
  public Map<String, Object> canonicalConditions() {
    Map<String, Object> all = new LinkedHashMap<>();
    conditions.forEach((name, condition) -> all.put(name, condition.canonical()));
    return all;
  }

  private static Map<String, Object> canonical(TypeDefinition type) {
    Map<String, Object> relations = new LinkedHashMap<>();
    type.relations()
        .forEach((name, subjects) -> relations.put(name, SubjectType.canonical(subjects)));
    Map<String, Object> permissions = new LinkedHashMap<>();
    type.permissions()
        .forEach((name, value) ->
            (type.isMixed(name) ? relations : permissions).put(name, value.canonical()));
    return Map.of("relations", relations, "permissions", permissions);
  }
}
