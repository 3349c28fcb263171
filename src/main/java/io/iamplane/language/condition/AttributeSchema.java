package io.iamplane.language.condition;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The attributes that a manifest declares, by root and name. Undeclared attributes are dynamic. A
 * declared attribute may still be absent, or null.
 */
public record AttributeSchema(
    Map<String, Type> subject, Map<String, Type> resource, Map<String, Type> context) {

  public static final AttributeSchema EMPTY = new AttributeSchema(Map.of(), Map.of(), Map.of());

  private static final int MAX_FIELDS = 500;
  private static final int MAX_NAME_LENGTH = 200;

  public AttributeSchema {
    subject = Map.copyOf(subject);
    resource = Map.copyOf(resource);
    context = Map.copyOf(context);
  }

  /**
   * Reads the manifest's member {@code attributes}, such as {@code {"subject": {"level": "int"}}};
   * the result has the declarations without a fault.
   *
   * @param fault hears each fault: a place such as {@code attributes.subject.level}, and the error
   */
  public static AttributeSchema parse(Map<String, ?> attributes, BiConsumer<String, String> fault) {
    for (String root : attributes.keySet()) {
      if (!root.equals("subject") && !root.equals("resource") && !root.equals("context")) {
        fault.accept(
            "attributes." + root,
            "attributes can be declared only for subject, resource and context");
      }
    }
    return new AttributeSchema(
        fields("subject", attributes, fault),
        fields("resource", attributes, fault),
        fields("context", attributes, fault));
  }

  /** The union of declarations; a field of different types is dynamic, like an undeclared one. */
  public static AttributeSchema merged(Collection<AttributeSchema> schemas) {
    return new AttributeSchema(
        merged(schemas, AttributeSchema::subject),
        merged(schemas, AttributeSchema::resource),
        merged(schemas, AttributeSchema::context));
  }

  private static Map<String, Type> merged(
      Collection<AttributeSchema> schemas, Function<AttributeSchema, Map<String, Type>> root) {
    Map<String, Type> fields = new LinkedHashMap<>();
    Set<String> disputed = new HashSet<>();
    for (AttributeSchema schema : schemas) {
      root.apply(schema)
          .forEach((name, type) -> {
            Type before = fields.putIfAbsent(name, type);
            if (before != null && !before.equals(type)) {
              disputed.add(name);
            }
          });
    }
    fields.keySet().removeAll(disputed);
    return fields;
  }

  /** The declared type, {@link Scalar#ANY} when nothing is declared. */
  public Type type(Root root, String field) {
    return switch (root) {
      case SUBJECT -> subject.getOrDefault(field, Scalar.ANY);
      case RESOURCE -> resource.getOrDefault(field, Scalar.ANY);
      case CONTEXT -> context.getOrDefault(field, Scalar.ANY);
      case ACTION, REQUEST -> Scalar.ANY;
    };
  }

  private static Map<String, Type> fields(
      String root, Map<String, ?> attributes, BiConsumer<String, String> fault) {
    String place = "attributes." + root;
    if (!attributes.containsKey(root)) {
      return Map.of();
    }
    if (!(attributes.get(root) instanceof Map<?, ?> declared)) {
      fault.accept(place, "must be an object that maps attribute names to types");
      return Map.of();
    }
    if (declared.size() > MAX_FIELDS) {
      fault.accept(place, "at most %d attributes can be declared".formatted(MAX_FIELDS));
      return Map.of();
    }
    Map<String, Type> fields = new LinkedHashMap<>();
    declared.forEach((name, type) -> field(place, String.valueOf(name), type, fields, fault));
    return fields;
  }

  private static void field(
      String place,
      String name,
      Object type,
      Map<String, Type> fields,
      BiConsumer<String, String> fault) {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      fault.accept(
          place,
          "a name must not be blank and can have at most %d characters".formatted(MAX_NAME_LENGTH));
      return;
    }
    Type known = type instanceof String text ? TypeText.parse(text) : null;
    if (known == null) {
      fault.accept(place + "." + name, "the type must be " + TypeText.EXPECTED);
    } else {
      fields.put(name, known);
    }
  }
}
