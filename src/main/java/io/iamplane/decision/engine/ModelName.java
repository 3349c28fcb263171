package io.iamplane.decision.engine;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.SubjectType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A name of a type: a relation, a permission, or both at once. */
final class ModelName {

  private static final NamedCondition[] NO_CONDITIONS = {};

  /** The admitted subjects, in the form of {@link Tuple#admission()}. */
  private final long[] admitted;

  /** The model's conditions that it may hold under, and their symbols. */
  private final int[] conditionSymbols;

  private final NamedCondition[] conditions;
  private final @Nullable Step definition;

  private ModelName(
      long[] admitted,
      int[] conditionSymbols,
      NamedCondition[] conditions,
      @Nullable Step definition) {
    this.admitted = admitted;
    this.conditionSymbols = conditionSymbols;
    this.conditions = conditions;
    this.definition = definition;
  }

  /**
   * Makes a relation.
   *
   * @param declared the model's conditions by name; it holds under none that is missing here
   * @param definition the relation's expression with its stored part; null if it is only stored
   */
  static ModelName relation(
      List<SubjectType> subjects,
      Map<String, NamedCondition> declared,
      @Nullable Step definition,
      Symbols.Interner symbols) {
    long[] admitted = new long[subjects.size()];
    for (int i = 0; i < admitted.length; i++) {
      SubjectType subject = subjects.get(i);
      String relation = subject.relation();
      String condition = subject.condition();
      admitted[i] =
          Tuple.admission(
              symbols.number(subject.type()),
              subject.wildcard(),
              relation == null ? Symbols.NONE : symbols.number(relation),
              condition == null ? Symbols.NONE : symbols.number(condition));
    }
    NamedCondition[] conditions =
        subjects.stream()
            .map(SubjectType::condition)
            .distinct()
            .flatMap(name -> Stream.ofNullable(name == null ? null : declared.get(name)))
            .toArray(NamedCondition[]::new);
    int[] conditionSymbols =
        Stream.of(conditions).mapToInt(each -> symbols.number(each.name())).toArray();
    return new ModelName(admitted, conditionSymbols, conditions, definition);
  }

  static ModelName permission(Step definition) {
    return new ModelName(new long[0], new int[0], NO_CONDITIONS, definition);
  }

  /** Null for a relation that is only stored. */
  public @Nullable Step definition() {
    return definition;
  }

  public boolean admits(Tuple tuple) {
    long wanted = tuple.admission();
    for (long each : admitted) {
      if (each == wanted) {
        return true;
      }
    }
    return false;
  }

  /** The model's condition that an admitted tuple names; null when the model has no such. */
  @Nullable NamedCondition condition(Tuple tuple) {
    int symbol = tuple.named();
    for (int i = 0; i < conditions.length; i++) {
      if (conditionSymbols[i] == symbol) {
        return conditions[i];
      }
    }
    return null;
  }

  /** The number of admitted kinds of subjects. */
  int subjects() {
    return admitted.length;
  }

  /** The type of a kind of subjects. */
  int type(int index) {
    int type = (int) (admitted[index] >> Integer.SIZE);
    return type < 0 ? ~type : type;
  }

  /** The relation of a kind of subjects that are usersets; {@link Symbols#NONE} of others. */
  int relation(int index) {
    return (int) admitted[index] & Symbols.MAX;
  }

  /** Returns true if a kind of subjects is everyone of its type. */
  boolean isEveryone(int index) {
    return admitted[index] < 0;
  }
}
