package io.iamplane.language.relation;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationExpression.Stored;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the shape of a model and the syntax of its texts; {@link ModelChecker} reads its sense. */
final class ModelParser {

  static final int MAX_TYPES = 256;
  static final int MAX_NAMES = 256;
  static final int MAX_CONDITIONS = 256;

  private final List<ModelFault> faults;
  private final ModelSource source;
  private boolean tooLarge;

  ModelParser(List<ModelFault> faults, ModelSource source) {
    this.faults = faults;
    this.source = source;
  }

  /** Returns true if the model exceeds the limits, so that further checks may take too long. */
  boolean isTooLarge() {
    return tooLarge;
  }

  RelationModel parse(@Nullable Object types, @Nullable Object conditions) {
    Map<String, TypeDefinition> definitions = new TreeMap<>();
    Map<?, ?> declared = object("types", types);
    if (declared.size() > MAX_TYPES) {
      tooLarge = true;
      fault("types", "a model can have at most " + MAX_TYPES + " types");
    }
    Set<String> names = strings(declared);
    declared.forEach((key, value) -> {
      String name = name("types", key);
      definitions.put(name, type(name, value, names));
    });
    return new RelationModel(definitions, conditions(conditions));
  }

  private Map<String, NamedCondition> conditions(@Nullable Object value) {
    Map<String, NamedCondition> read = new TreeMap<>();
    Map<?, ?> declared = object("conditions", value);
    if (declared.size() > MAX_CONDITIONS) {
      tooLarge = true;
      fault("conditions", "a model can have at most " + MAX_CONDITIONS + " conditions");
      return read;
    }
    declared.forEach((key, declaration) -> {
      String name = name("conditions", key);
      NamedCondition condition =
          NamedCondition.parse(
              "conditions." + name,
              name,
              declaration,
              (path, line, column, message) ->
                  faults.add(new ModelFault(path, line, column, message)));
      if (condition == null) {
        source.unreadCondition(name);
      } else {
        read.put(name, condition);
      }
    });
    return read;
  }

  private TypeDefinition type(String name, @Nullable Object value, Set<String> types) {
    String path = "types." + name;
    Map<?, ?> members = object(path, value);
    if (!isObject(value)
        || !isObject(members.get("relations"))
        || !isObject(members.get("permissions"))) {
      source.unreadType(name);
    }
    for (Object member : members.keySet()) {
      if (!"relations".equals(member) && !"permissions".equals(member)) {
        fault(path + "." + member, "unknown member; a type has only 'relations' and 'permissions'");
      }
    }
    ModelTerms terms = new ModelTerms(types, names(members));
    Map<String, RelationExpression> relations =
        texts(
            name,
            "relations",
            members,
            (relation, text) -> RelationTextParser.read(relation, text, source, terms));
    Map<String, RelationExpression> permissions =
        texts(
            name,
            "permissions",
            members,
            (_, text) -> ExpressionParser.permission(text, source, terms));
    if (relations.size() + permissions.size() > MAX_NAMES) {
      tooLarge = true;
      fault(path, "a type can have at most " + MAX_NAMES + " relations and permissions");
    }
    for (String twice : permissions.keySet()) {
      if (relations.containsKey(twice)) {
        fault(path + ".permissions." + twice, "already a relation of this type");
      }
    }
    return definition(name, relations, permissions);
  }

  private static TypeDefinition definition(
      String name,
      Map<String, RelationExpression> relations,
      Map<String, RelationExpression> permissions) {
    Map<String, List<SubjectType>> subjects = new TreeMap<>();
    Map<String, RelationExpression> expressions = new TreeMap<>(permissions);
    // Of a name that is both, which is refused, the permission is not looked at any further.
    expressions.keySet().removeAll(relations.keySet());
    relations.forEach((relation, expression) -> {
      subjects.put(relation, expression.subjects());
      if (!(expression instanceof Stored)) {
        expressions.put(relation, expression);
      }
    });
    return new TypeDefinition(name, subjects, expressions);
  }

  private static Set<String> names(Map<?, ?> members) {
    Set<String> names = new HashSet<>();
    for (String kind : List.of("relations", "permissions")) {
      if (members.get(kind) instanceof Map<?, ?> texts) {
        names.addAll(strings(texts));
      }
    }
    return names;
  }

  private static Set<String> strings(Map<?, ?> keyed) {
    return keyed.keySet().stream().map(String::valueOf).collect(Collectors.toSet());
  }

  private Map<String, RelationExpression> texts(
      String type, String kind, Map<?, ?> members, Reader reader) {
    String path = "types." + type + "." + kind;
    Map<String, RelationExpression> read = new TreeMap<>();
    object(path, members.get(kind))
        .forEach((key, text) -> {
          String name = name(path, key);
          RelationExpression expression = expression(path + "." + name, name, text, reader);
          if (expression == null) {
            source.unread(type, name);
          } else {
            read.put(name, expression);
          }
        });
    return read;
  }

  private @Nullable RelationExpression expression(
      String path, String name, @Nullable Object text, Reader reader) {
    if (!(text instanceof String expression)) {
      fault(path, "must be a string such as \"viewer | parent->can_read\"");
      return null;
    }
    try {
      return reader.read(name, expression);
    } catch (SyntaxFault e) {
      faults.add(e.at(path));
      return null;
    }
  }

  private String name(String path, @Nullable Object key) {
    String name = String.valueOf(key);
    if (!RelationLexer.isName(name)) {
      fault(path + "." + name, "must be a name: " + RelationModel.NAME_RULE);
    }
    return name;
  }

  private static boolean isObject(@Nullable Object value) {
    return value == null || value instanceof Map;
  }

  private Map<?, ?> object(String path, @Nullable Object value) {
    if (value == null) {
      return Map.of();
    }
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    fault(path, "must be an object");
    return Map.of();
  }

  private void fault(String path, String message) {
    faults.add(new ModelFault(path, 0, 0, message));
  }

  private interface Reader {
    RelationExpression read(String name, String text) throws SyntaxFault;
  }
}
