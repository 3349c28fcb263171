package io.iamplane.decision.engine;

import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A relation model with its names as symbols: a small open-addressed table, made once. */
final class CompiledModel {

  private static final int SCRAMBLE = 0x9E3779B9;

  private final int[] keys;
  private final @Nullable ModelName[] names;
  private final int mask;

  private CompiledModel(int size) {
    int capacity = Integer.highestOneBit(Math.max(1, size)) << 2;
    this.keys = new int[capacity];
    this.names = new ModelName[capacity];
    this.mask = capacity - 1;
  }

  static CompiledModel of(RelationModel model, Symbols.Interner symbols) {
    int size = 0;
    for (TypeDefinition type : model.types().values()) {
      size += type.relations().size() + type.permissions().size();
    }
    CompiledModel compiled = new CompiledModel(size);
    for (TypeDefinition type : model.types().values()) {
      int number = symbols.number(type.name());
      type.permissions()
          .forEach((name, value) ->
              compiled.put(
                  number, symbols.number(name), ModelName.permission(Step.of(value, symbols))));
      type.relations()
          .forEach((name, subjects) -> {
            RelationExpression mixed = type.permissions().get(name);
            Step definition = mixed == null ? null : Step.of(mixed, symbols);
            compiled.put(
                number,
                symbols.number(name),
                ModelName.relation(subjects, model.conditions(), definition, symbols));
          });
    }
    return compiled;
  }

  private void put(int type, int name, ModelName value) {
    int at = slot(type << 16 | name);
    keys[at] = type << 16 | name;
    names[at] = value;
  }

  /** The relation or permission of that name; null when the type has none. */
  public @Nullable ModelName name(int type, int name) {
    return names[slot(type << 16 | name)];
  }

  private int slot(int key) {
    int at = ((key * SCRAMBLE) >>> 12) & mask;
    while (names[at] != null && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void forEachTypeWith(int name, IntConsumer type) {
    for (int i = 0; i < keys.length; i++) {
      if (names[i] != null && (keys[i] & 0xFFFF) == name) {
        type.accept(keys[i] >>> 16);
      }
    }
  }
}
