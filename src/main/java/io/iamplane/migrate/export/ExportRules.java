package io.iamplane.migrate.export;

import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A model as rules of one kind: each name has an expression, also one that is only stored. */
final class ExportRules {

  private static final ModelTerm MEMBER = new ModelTerm(SubjectRef.GROUP, "member");

  private final Map<ModelTerm, RelationExpression> rules = new TreeMap<>(ModelTerm.ORDER);
  private final Set<String> types = new TreeSet<>();

  /** The names of which a part is excluded somewhere. */
  private final Set<ModelTerm> excluded = new HashSet<>();

  private ExportRules() {}

  static ExportRules of(RelationModel model, Collection<SubjectType> members) {
    ExportRules made = new ExportRules();
    model.types().values().forEach(made::add);
    made.subjectTypes().forEach(made.types::add);
    if (made.types.contains(SubjectRef.GROUP)) {
      made.addMembers(members);
    }
    made.subjectTypes().forEach(made.types::add);
    made.findExcluded();
    return made;
  }

  private void add(TypeDefinition type) {
    types.add(type.name());
    type.relations()
        .forEach((name, subjects) ->
            rules.put(new ModelTerm(type.name(), name), new Stored(name, subjects)));
    type.permissions()
        .forEach((name, expression) -> rules.put(new ModelTerm(type.name(), name), expression));
  }

  private void addMembers(Collection<SubjectType> members) {
    Set<SubjectType> all = new LinkedHashSet<>();
    all.add(SubjectType.of(SubjectRef.USER));
    all.add(SubjectType.userset(SubjectRef.GROUP, MEMBER.name()));
    all.addAll(members);
    rules.put(MEMBER, new Stored(MEMBER.name(), List.copyOf(all)));
  }

  private Stream<String> subjectTypes() {
    return List.copyOf(rules.values()).stream()
        .flatMap(each -> each.subjects().stream())
        .map(SubjectType::type);
  }

  private void findExcluded() {
    rules.forEach((term, expression) -> exclusions(term.type(), expression));
    boolean more = true;
    while (more) {
      more = false;
      for (ModelTerm each : Set.copyOf(excluded)) {
        RelationExpression expression = rules.get(each);
        if (expression != null) {
          more |= excluded.addAll(terms(each.type(), expression).toList());
        }
      }
    }
  }

  private void exclusions(String type, RelationExpression expression) {
    switch (expression) {
      case All all -> {
        // One subject less of the relation, and all may have the name.
        excluded.add(new ModelTerm(type, all.through()));
      }
      case Exclusion without -> {
        exclusions(type, without.base());
        excluded.addAll(terms(type, without.excluded()).toList());
      }
      case Stored _, Self _, Nil _, Name _, Traversal _, Union _, Intersection _ ->
          expression.parts().forEach(each -> exclusions(type, each));
    }
  }

  /** All types, also those that are subjects only. */
  Set<String> types() {
    return types;
  }

  Map<ModelTerm, RelationExpression> all() {
    return rules;
  }

  /** Returns true if a smaller extent of a name may allow more. */
  boolean excludes(ModelTerm term) {
    return excluded.contains(term);
  }

  /** The subjects that may be stored for a name. */
  List<SubjectType> subjects(String type, String name) {
    RelationExpression expression = rules.get(new ModelTerm(type, name));
    return expression == null ? List.of() : expression.subjects();
  }

  /** Returns true if a relation holds for single objects alone. */
  boolean isPlain(String type, String name) {
    RelationExpression expression = rules.get(new ModelTerm(type, name));
    return expression instanceof Stored stored
        && stored.subjects().stream().allMatch(each -> each.relation() == null && !each.wildcard());
  }

  /** Returns true if a name depends on a matching name. */
  boolean restsOn(ModelTerm term, Predicate<ModelTerm> some) {
    RelationExpression expression = rules.get(term);
    return expression != null && terms(term.type(), expression).anyMatch(some);
  }

  /** The names that an expression rests on, of its own type and of others. */
  Stream<ModelTerm> terms(String type, RelationExpression expression) {
    return switch (expression) {
      case Stored stored ->
          stored.subjects().stream()
              .filter(each -> each.relation() != null)
              .map(each -> new ModelTerm(each.type(), String.valueOf(each.relation())));
      case Name name -> Stream.of(new ModelTerm(type, name.name()));
      case Traversal over -> over(type, over.through(), over.name());
      case All over -> over(type, over.through(), over.name());
      case Self _, Nil _, Union _, Intersection _, Exclusion _ ->
          expression.parts().stream().flatMap(each -> terms(type, each));
    };
  }

  private Stream<ModelTerm> over(String type, String through, String name) {
    return Stream.concat(
        Stream.of(new ModelTerm(type, through)),
        subjects(type, through).stream().map(each -> new ModelTerm(each.type(), name)));
  }
}
