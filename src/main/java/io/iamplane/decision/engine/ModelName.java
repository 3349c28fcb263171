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

  /** Of what it may hold for; of everyone of a type, the complement. */
  private final int[] types;

  /** The rest, as {@link Tuple#form} has it. */
  private final int[] forms;

  /** The model's conditions that it may hold under, and their symbols. */
  private final int[] conditionSymbols;

  private final NamedCondition[] conditions;
  private final @Nullable Step definition;

  private ModelName(
      int[] types,
      int[] forms,
      int[] conditionSymbols,
      NamedCondition[] conditions,
      @Nullable Step definition) {
    this.types = types;
    this.forms = forms;
    this.conditionSymbols = conditionSymbols;
    this.conditions = conditions;
    this.definition = definition;
  }

  /**
   * A relation.
   *
   * @param declared the model's conditions by name; of those not among them it may hold under none
   * @param definition what it follows from, what is stored among it; null when that is all
   */
  static ModelName relation(
      List<SubjectType> subjects,
      Map<String, NamedCondition> declared,
      @Nullable Step definition,
      Symbols.Interner symbols) {
    int[] types = new int[subjects.size()];
    int[] forms = new int[subjects.size()];
    for (int i = 0; i < types.length; i++) {
      SubjectType subject = subjects.get(i);
      String relation = subject.relation();
      String condition = subject.condition();
      int type = symbols.number(subject.type());
      types[i] = subject.wildcard() ? ~type : type;
      forms[i] =
          Tuple.form(
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
    return new ModelName(types, forms, conditionSymbols, conditions, definition);
  }

  static ModelName permission(Step definition) {
    return new ModelName(new int[0], new int[0], new int[0], NO_CONDITIONS, definition);
  }

  /** What it follows from; null when this is a relation that is what is stored. */
  public @Nullable Step definition() {
    return definition;
  }

  /**
   * Whether this relation may hold for such a subject under such a condition.
   *
   * @param form as {@link Tuple#form} has it
   * @param wildcard then the userset's relation does not matter
   */
  public boolean admits(int type, int form, boolean wildcard) {
    int wantedType = wildcard ? ~type : type;
    int wantedForm = wildcard ? form & ~Symbols.MAX : form;
    for (int i = 0; i < types.length; i++) {
      if (types[i] == wantedType && forms[i] == wantedForm) {
        return true;
      }
    }
    return false;
  }

  /** The model's condition that an admitted tuple names; null when the model has no such. */
  @Nullable NamedCondition condition(Tuple tuple) {
    int symbol = tuple.form() >>> 16;
    for (int i = 0; i < conditions.length; i++) {
      if (conditionSymbols[i] == symbol) {
        return conditions[i];
      }
    }
    return null;
  }

  /** How many forms of subjects this relation may hold for. */
  int subjects() {
    return types.length;
  }

  /** The type of a kind of subjects. */
  int type(int index) {
    return isEveryone(index) ? ~types[index] : types[index];
  }

  /** The relation of a kind of subjects that are usersets; {@link Symbols#NONE} of others. */
  int relation(int index) {
    return forms[index] & Symbols.MAX;
  }

  /** Whether a kind of subjects is everyone of its type. */
  boolean isEveryone(int index) {
    return types[index] < 0;
  }
}
