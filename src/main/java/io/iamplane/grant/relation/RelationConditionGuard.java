package io.iamplane.grant.relation;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a manifest whose declared attributes would make the condition of a present relation
 * meaningless: what was saved must always compile.
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
   * Checks what some changes would do; to be called in a transaction.
   *
   * @throws IamException CONFLICT naming the condition
   */
  public void check(OrganizationId organization, List<Effect> effects) {
    Map<String, Application> changed = new HashMap<>();
    for (Effect effect : effects) {
      if (effect.after() instanceof Application after && meansElse(effect.before(), after)) {
        changed.put(after.key(), after);
      }
    }
    if (!changed.isEmpty()) {
      Map<String, Application> applications = new HashMap<>();
      catalog.applications(organization).forEach(each -> applications.put(each.key(), each));
      applications.putAll(changed);
      RelationSchemas schemas = new RelationSchemas(applications.values());
      relations.forEachOnCondition(organization, relation -> requireCompiles(relation, schemas));
    }
  }

  /** What an application without declared attributes declares changes no condition. */
  private static boolean meansElse(@Nullable Object before, Application after) {
    if (!(before instanceof Application known)) {
      return !after.attributes().isEmpty();
    }
    return !known.attributes().equals(after.attributes())
        || (!after.attributes().isEmpty() && !known.types().equals(after.types()));
  }

  private static void requireCompiles(Relation relation, RelationSchemas schemas) {
    try {
      Conditions.compile(Objects.requireNonNull(relation.condition()), schemas.of(relation));
    } catch (ConditionSyntaxException e) {
      throw IamException.conflict(
          ("The declared attributes do not match the condition of relation %s: line %d, column "
                  + "%d: %s")
              .formatted(relation.id(), e.line(), e.column(), e.reason()));
    }
  }
}
