package io.iamplane.decision.engine;

import io.iamplane.language.relation.SubjectType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A name of a type: a relation, a permission, or both at once. */
final class ModelName {

  private final int[] types;
  private final int[] relations;
  private final @Nullable Step definition;

  /** What {@code relations} holds for a wildcard; no symbol is negative. */
  private static final int EVERYONE = -1;

  private ModelName(int[] types, int[] relations, @Nullable Step definition) {
    this.types = types;
    this.relations = relations;
    this.definition = definition;
  }

  /**
   * A relation.
   *
   * @param definition what it follows from, what is stored among it; null when that is all
   */
  static ModelName relation(
      List<SubjectType> subjects, @Nullable Step definition, Symbols.Interner symbols) {
    int[] types = new int[subjects.size()];
    int[] relations = new int[subjects.size()];
    for (int i = 0; i < types.length; i++) {
      SubjectType subject = subjects.get(i);
      String relation = subject.relation();
      types[i] = symbols.number(subject.type());
      relations[i] = relation == null ? Symbols.NONE : symbols.number(relation);
      if (subject.wildcard()) {
        relations[i] = EVERYONE;
      }
    }
    return new ModelName(types, relations, definition);
  }

  static ModelName permission(Step definition) {
    return new ModelName(new int[0], new int[0], definition);
  }

  /** What it follows from; null when this is a relation that is what is stored. */
  public @Nullable Step definition() {
    return definition;
  }

  /**
   * Whether this relation may hold for such a subject.
   *
   * @param relation the userset's relation, or {@link Symbols#NONE}
   */
  public boolean admits(int type, int relation, boolean wildcard) {
    int wanted = wildcard ? EVERYONE : relation;
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type && relations[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** How many kinds of subjects this relation may hold for. */
  int subjects() {
    return types.length;
  }

  /** The type of a kind of subjects. */
  int type(int index) {
    return types[index];
  }

  /** The relation of a kind of subjects that are usersets; {@link Symbols#NONE} of others. */
  int relation(int index) {
    return Math.max(relations[index], Symbols.NONE);
  }

  /** Whether a kind of subjects is everyone of its type. */
  boolean isEveryone(int index) {
    return relations[index] == EVERYONE;
  }
}
