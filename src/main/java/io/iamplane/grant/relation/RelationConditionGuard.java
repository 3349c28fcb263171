package io.iamplane.grant.relation;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.directory.ConditionText;
import io.iamplane.grant.relation.NamedConditionRules.Shape;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a manifest that would make the condition of a present relation invalid: saved conditions
 * must always compile with the declared attributes, and a named condition must exist, with the same
 * parameters, as long as relations name it.
 */
@Singleton
public class RelationConditionGuard implements PolicyGuard {

  private final RelationStore relations;
  private final CatalogReader catalog;

  RelationConditionGuard(RelationStore relations, CatalogReader catalog) {
    this.relations = relations;
    this.catalog = catalog;
  }

  @Override
  public void check(Recording recording) {
    check(recording.organization(), recording.effects());
  }

  /**
   * Checks the conditions of present relations against some changes; call it in a transaction.
   *
   * @throws IamException CONFLICT naming the condition
   */
  public void check(OrganizationId organization, List<Effect> effects) {
    Map<String, Application> changed = new HashMap<>();
    List<Application> before = new ArrayList<>();
    boolean attributes = false;
    for (Effect effect : effects) {
      if (effect.after() instanceof Application after) {
        attributes = attributes || meansElse(effect.before(), after);
        changed.put(after.key(), after);
        if (effect.before() instanceof Application known
            && !known.conditions().equals(after.conditions())) {
          before.add(known);
        }
      }
    }
    if (attributes || !before.isEmpty()) {
      Map<String, Application> applications = new HashMap<>();
      catalog.applications(organization).forEach(each -> applications.put(each.key(), each));
      applications.putAll(changed);
      if (attributes) {
        RelationSchemas schemas = new RelationSchemas(applications.values());
        relations.forEachOnCondition(
            organization,
            relation ->
                ConditionText.requireStill(
                    "relation " + relation.id(), relation.condition(), schemas.of(relation)));
      }
      requireNamed(organization, before, applications.values());
    }
  }

  /** Requires that named conditions still exist, and that stored values fit them. */
  private void requireNamed(
      OrganizationId organization, List<Application> before, Collection<Application> after) {
    Set<String> names = new TreeSet<>();
    List<RelationModel> known = models(before);
    known.forEach(model -> names.addAll(model.conditions().keySet()));
    if (!names.isEmpty()) {
      List<RelationModel> models = models(after);
      relations.forEachNaming(
          organization, names, relation -> requireNamed(relation, known, models));
    }
  }

  private static List<RelationModel> models(Collection<Application> applications) {
    return applications.stream().map(Application::model).filter(Objects::nonNull).toList();
  }

  private static void requireNamed(
      Relation relation, List<RelationModel> before, List<RelationModel> after) {
    RelationCondition named = Objects.requireNonNull(relation.namedCondition());
    Shape shape = Shape.of(relation.key(), named);
    boolean listed = before.stream().anyMatch(shape::isListedBy);
    if (listed && after.stream().noneMatch(model -> model.conditions().containsKey(named.name()))) {
      throw IamException.conflict(
          "The condition %s is in use by relations, such as %s; delete or change them first."
              .formatted(named.name(), relation.id()));
    }
    NamedConditionRules.conditions(shape, named.name(), after)
        .flatMap(condition -> condition.faults(named.values()).entrySet().stream())
        .findFirst()
        .ifPresent(fault -> {
          throw IamException.conflict(
              "The condition %s does not accept the values of relation %s: %s: %s"
                  .formatted(named.name(), relation.id(), fault.getKey(), fault.getValue()));
        });
  }

  /** Returns true if a manifest changes attributes, and so may affect conditions. */
  private static boolean meansElse(@Nullable Object before, Application after) {
    if (!(before instanceof Application known)) {
      return !after.attributes().isEmpty();
    }
    return !known.attributes().equals(after.attributes())
        || (!after.attributes().isEmpty() && !known.types().equals(after.types()));
  }
}
