package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The meanings of names while a condition is compiled, and the names used so far. */
final class Scope {

  private record Variable(String name, Type type) {}

  private final AttributeSchema schema;
  private final Map<String, Type> parameters;
  private final Set<AttributeRef> reads = new LinkedHashSet<>();
  private final List<Variable> variables = new ArrayList<>();
  private int slots;

  public Scope(AttributeSchema schema, Map<String, Type> parameters) {
    this.schema = schema;
    this.parameters = parameters;
  }

  public Type field(Root root, String name) {
    reads.add(new AttributeRef(root, name));
    return schema.type(root, name);
  }

  /** The type of a parameter. Its value is the context's, where the relation stores none. */
  public Type parameter(String name) {
    reads.add(new AttributeRef(Root.CONTEXT, name));
    return parameters.getOrDefault(name, Scalar.ANY);
  }

  /** Opens a comprehension's variable; its slot is its depth. */
  public int open(String name, Type type) {
    variables.add(new Variable(name, type));
    slots = Math.max(slots, variables.size());
    return variables.size() - 1;
  }

  public void close() {
    variables.removeLast();
  }

  /** The parser has seen to it that the variable exists, once. */
  public int slot(String name) {
    int slot = variables.size() - 1;
    while (slot > 0 && !variables.get(slot).name().equals(name)) {
      slot--;
    }
    return slot;
  }

  public Type type(int slot) {
    return slot < 0 ? Scalar.ANY : variables.get(slot).type();
  }

  public int slots() {
    return slots;
  }

  public Set<AttributeRef> reads() {
    return Set.copyOf(reads);
  }
}
