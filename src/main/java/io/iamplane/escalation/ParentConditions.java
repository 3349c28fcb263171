package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationFilter;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conditions on which things are below others, anywhere in a tenant. */
@Singleton
class ParentConditions {

  private static final String PARENT = "parent";

  /** The most relations to read; beyond it, one counts as reading any attribute. */
  static final int MOST_RELATIONS = 10_000;

  private final CatalogReader catalog;
  private final RelationService relations;

  ParentConditions(CatalogReader catalog, RelationService relations) {
    this.catalog = catalog;
    this.relations = relations;
  }

  /**
   * The possible effects on the conditions.
   *
   * @param mayTurnTrue true if a resource may come to be below another
   * @param mayTurnFalse true if a resource may no longer be below another
   */
  record Turning(boolean mayTurnTrue, boolean mayTurnFalse) {}

  /** Relations with the same condition, read by the same rules. */
  private record Form(String type, String condition) {}

  Turning turning(OrganizationId organization, AttributeChange change) {
    return conditions(organization)
        .map(all ->
            new Turning(
                all.stream().anyMatch(terms -> terms.mayTurnTrue(change)),
                all.stream().anyMatch(terms -> terms.mayTurnFalse(change))))
        .orElse(new Turning(true, true));
  }

  /**
   * Returns true if every parent relation that holds for some subject holds for this subject, too:
   * no condition reads the subject's attributes, or the stored ones fulfil it.
   */
  boolean areAssured(OrganizationId organization, AttributeChange own) {
    return conditions(organization)
        .map(all -> all.stream().allMatch(terms -> terms.isAssured(own)))
        .orElse(false);
  }

  /** Each once; empty when there are too many relations to look at. */
  private Optional<List<ClauseTerms>> conditions(OrganizationId organization) {
    RelationFilter parents = new RelationFilter(null, PARENT, null);
    List<Relation> all =
        Pages.stream(page -> relations.page(organization, page, parents))
            .limit(MOST_RELATIONS + 1L)
            .toList();
    if (all.size() > MOST_RELATIONS) {
      return Optional.empty();
    }
    RelationSchemas schemas = new RelationSchemas(catalog.applications(organization));
    Set<Form> seen = new HashSet<>();
    List<ClauseTerms> conditions = new ArrayList<>();
    for (Relation relation : all) {
      String condition = relation.condition();
      if (condition != null && seen.add(new Form(relation.object().type(), condition))) {
        conditions.add(Rights.terms(relation, schemas.of(relation)));
      }
    }
    return Optional.of(conditions);
  }

  static boolean isParent(@Nullable Object image) {
    return image instanceof Relation relation
        && relation.relation().equals(PARENT)
        && relation.subjectRelation() == null;
  }
}
