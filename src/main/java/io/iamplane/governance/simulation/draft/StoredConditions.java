package io.iamplane.governance.simulation.draft;

import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.grant.GrantConditionGuard;
import io.iamplane.grant.relation.RelationConditionGuard;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;

/** Checks that the conditions that are stored compile after a draft, as after the change. */
@Singleton
class StoredConditions {

  private final GrantConditionGuard grants;
  private final RelationConditionGuard relations;
  private final Transactions transactions;

  StoredConditions(
      GrantConditionGuard grants, RelationConditionGuard relations, Transactions transactions) {
    this.grants = grants;
    this.relations = relations;
    this.transactions = transactions;
  }

  /**
   * Requires that all compile.
   *
   * @throws io.iamplane.shared.IamException CONFLICT naming one that does not
   */
  void require(OrganizationId organization, List<Effect> effects) {
    transactions.run(() -> {
      grants.check(organization, effects);
      relations.check(organization, effects);
    });
  }
}
