package io.iamplane.decision;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.IamException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Validates the contextual relations of a request. The model of the application asked about must
 * declare each relation. Group memberships are rejected: the directory keeps them, and they carry
 * grants. Objects and subjects may be unknown, since callers often send relations of new objects.
 */
public final class ContextualRules {

  private static final int MOST_NAMES = 20;

  private final List<RelationModel> models;
  private final String whose;

  private ContextualRules(List<RelationModel> models, String whose) {
    this.models = models;
    this.whose = whose;
  }

  /**
   * Rejects relations that the model does not declare.
   *
   * @param policy null without a policy, which denies everything
   * @param request completed with the caller's defaults
   * @throws IamException VALIDATION with every error by place
   */
  public static void require(@Nullable TenantPolicy policy, DecisionRequest request) {
    Map<String, List<String>> faults = faults(policy, request);
    if (!faults.isEmpty()) {
      throw IamException.validation(faults);
    }
  }

  /** Everything that is wrong, by place; nothing for an application that is denied as unknown. */
  public static Map<String, List<String>> faults(
      @Nullable TenantPolicy policy, DecisionRequest request) {
    if (policy == null || request.relations().isEmpty()) {
      return Map.of();
    }
    PolicySnapshot snapshot = policy.snapshot();
    String application = application(snapshot, request);
    if (application == null) {
      return new ContextualRules(snapshot.models(), "any application").of(request.relations());
    }
    if (!snapshot.hasApplication(application)) {
      return Map.of();
    }
    RelationModel model = snapshot.model(application);
    return new ContextualRules(model == null ? List.of() : List.of(model), application)
        .of(request.relations());
  }

  /** Finds the application of the model that answers; null when several may. */
  private static @Nullable String application(PolicySnapshot snapshot, DecisionRequest request) {
    Asked asked = request.asked();
    if (asked.application() != null) {
      return asked.application();
    }
    if (asked instanceof Asked.Permission permission && permission.key().indexOf(':') > 0) {
      return permission.key().substring(0, permission.key().indexOf(':'));
    }
    String found = snapshot.nameOf(asked, request.resource()).application();
    return found.isEmpty() ? null : found;
  }

  private Map<String, List<String>> of(List<RelationFact> relations) {
    Map<String, List<String>> faults = new TreeMap<>();
    for (RelationFact each : relations) {
      check(each, (member, message) -> faults.put(each.id() + member, List.of(message)));
    }
    return faults;
  }

  private void check(RelationFact relation, BiConsumer<String, String> fault) {
    String type = relation.object().type();
    List<TypeDefinition> types =
        models.stream().map(model -> model.type(type)).filter(Objects::nonNull).toList();
    if (relation.isMembership()) {
      fault.accept(
          ".relation", "must not be 'member' for a group; a request cannot supply group members");
    } else if (types.isEmpty()) {
      TreeSet<String> known = new TreeSet<>();
      models.forEach(model -> known.addAll(model.types().keySet()));
      fault.accept(
          ".object",
          "must be of a type in the model of %s (%s), not %s".formatted(whose, list(known), type));
    } else {
      check(relation, types, fault);
      checkValues(relation, fault);
    }
  }

  private static void check(
      RelationFact relation, List<TypeDefinition> types, BiConsumer<String, String> fault) {
    String type = relation.object().type();
    String name = relation.relation();
    String subject = text(relation);
    TreeSet<String> names = new TreeSet<>();
    TreeSet<String> subjects = new TreeSet<>();
    for (TypeDefinition each : types) {
      names.addAll(each.relations().keySet());
      each.relations()
          .getOrDefault(name, List.of())
          .forEach(listed -> subjects.add(listed.canonical()));
    }
    if (!names.contains(name)) {
      fault.accept(
          ".relation",
          "must be a relation that type %s declares (%s), not %s"
              .formatted(type, list(names), name));
    } else if (!subjects.contains(subject)) {
      fault.accept(
          ".subject",
          "must be a subject that relation %s on %s accepts (%s), not %s"
              .formatted(name, type, list(subjects), subject));
    }
  }

  private static String text(RelationFact relation) {
    Subject subject = relation.subject();
    String userset = subject.relation();
    boolean everyone = userset == null && subject.ref().id().equals("*");
    String condition = relation.condition() instanceof ConditionUse use ? use.name() : null;
    return new SubjectType(subject.ref().type(), userset, everyone, condition).canonical();
  }

  /** Checks the values for named conditions against each model that lists the relation. */
  private void checkValues(RelationFact relation, BiConsumer<String, String> fault) {
    if (relation.condition() instanceof ConditionUse use) {
      for (RelationModel model : models) {
        NamedCondition condition = model.conditions().get(use.name());
        if (condition != null && isListed(relation, model)) {
          condition
              .faults(use.values())
              .forEach((key, message) -> fault.accept(".named_condition.values." + key, message));
        }
      }
    }
  }

  private static boolean isListed(RelationFact relation, RelationModel model) {
    TypeDefinition type = model.type(relation.object().type());
    return type != null
        && type.relations().getOrDefault(relation.relation(), List.of()).stream()
            .anyMatch(listed -> listed.canonical().equals(text(relation)));
  }

  private static String list(Collection<String> names) {
    return names.isEmpty()
        ? "none"
        : names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
            + (names.size() > MOST_NAMES ? ", ..." : "");
  }
}
