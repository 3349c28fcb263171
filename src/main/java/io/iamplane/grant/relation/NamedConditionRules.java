package io.iamplane.grant.relation;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.IamException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks relations with a named condition, and those without one if the models require it. A
 * relation belongs to the tenant: every model that lists it counts.
 */
final class NamedConditionRules {

  private NamedConditionRules() {}

  /** A relation in a model's terms: its object's type, its name, its type of subject. */
  record Shape(String type, String relation, SubjectType subject) {

    static Shape of(Relation.Key key, @Nullable RelationCondition named) {
      boolean everyone = key.subject().id().equals("*") && key.subjectRelation() == null;
      return new Shape(
          key.object().type(),
          key.relation(),
          new SubjectType(
              key.subject().type(),
              key.subjectRelation(),
              everyone,
              named == null ? null : named.name()));
    }

    boolean isListedBy(RelationModel model) {
      return subjects(model).contains(subject);
    }

    /** Returns the subject types that the model lists with another condition, or without one. */
    List<SubjectType> otherwise(RelationModel model) {
      return subjects(model).stream()
          .filter(each -> each.with(null).equals(subject.with(null)))
          .toList();
    }

    private List<SubjectType> subjects(RelationModel model) {
      TypeDefinition definition = model.type(type);
      return definition == null
          ? List.of()
          : definition.relations().getOrDefault(relation, List.of());
    }
  }

  /** Returns the faults of the values that a relation stores, by place; empty if there are none. */
  static Map<String, List<String>> faults(
      String place, Shape shape, RelationCondition named, Collection<RelationModel> models) {
    String values = place + "named_condition.values";
    try {
      DirectoryRules.attributes(values, named.values());
    } catch (IamException e) {
      return e.errors();
    }
    Map<String, List<String>> faults = new HashMap<>();
    conditions(shape, named.name(), models)
        .forEach(condition ->
            condition
                .faults(named.values())
                .forEach((key, fault) -> faults.put(values + "." + key, List.of(fault))));
    return faults;
  }

  /** The conditions of that name in the models that list the relation. */
  static Stream<NamedCondition> conditions(
      Shape shape, String name, Collection<RelationModel> models) {
    return models.stream()
        .filter(shape::isListedBy)
        .map(model -> model.conditions().get(name))
        .filter(Objects::nonNull);
  }

  /**
   * Explains that no model lists a relation, though one lists it with other conditions; null if
   * none does.
   */
  static @Nullable String otherwise(String words, Shape shape, Collection<RelationModel> models) {
    List<String> listed =
        models.stream()
            .flatMap(model -> shape.otherwise(model).stream())
            .map(SubjectType::canonical)
            .distinct()
            .sorted()
            .toList();
    if (listed.isEmpty()) {
      return null;
    }
    String condition = shape.subject().condition();
    return "%s accepts %s; %s"
        .formatted(
            words,
            String.join(", ", listed),
            condition == null
                ? "name the condition in 'named_condition'"
                : "the condition %s is not allowed".formatted(condition));
  }
}
