package io.iamplane.decision.guard;

import io.iamplane.catalog.Application;
import io.iamplane.decision.engine.catalog.CatalogPermission;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.reach.Reach;
import io.iamplane.decision.reach.Terms;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.RelationSource;
import io.iamplane.language.relation.RelationSource.Sign;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Which privileged permissions relations give or take, by the models of one tenant. */
final class RelationRights {

  private final Map<RelationSource, Set<String>> rights = new HashMap<>();
  private final RelationSchemas schemas;
  private final long now;

  RelationRights(Judgement judgement, List<Application> applications) {
    this.schemas = new RelationSchemas(applications);
    this.now = judgement.now();
    Map<String, Application> byKey = new HashMap<>();
    applications.forEach(application -> byKey.put(application.key(), application));
    for (String key : bound(judgement)) {
      PermissionFact fact = Objects.requireNonNull(judgement.powers().permission(key)).fact();
      Application application = byKey.get(fact.application());
      RelationModel model = application == null ? null : application.model();
      if (model != null && fact.resourceType() != null && fact.relation() != null) {
        RelationSource.of(model, fact.resourceType(), fact.relation())
            .forEach(source -> rights.computeIfAbsent(source, _ -> new TreeSet<>()).add(key));
      }
    }
  }

  /** The privileged permissions that who has a relation has. */
  static Set<String> bound(Judgement judgement) {
    return judgement
        .powers()
        .permissions(key -> {
          CatalogPermission permission = judgement.powers().permission(key);
          return permission != null && permission.fact().relation() != null;
        });
  }

  /** What a relation of this sign gives where it comes, or where it goes. */
  Reach of(Relation relation, Sign sign) {
    Reach reach = new Reach();
    RelationSource source = new RelationSource(relation.object().type(), relation.relation(), sign);
    Set<String> keys = rights.getOrDefault(source, Set.of());
    if (!keys.isEmpty()) {
      Terms terms = Rights.terms(relation, schemas.of(relation));
      keys.forEach(key -> reach.add(key, terms));
    }
    return reach.under(Terms.ALWAYS, now);
  }

  /** What all relations of this sign would give. */
  Reach all(Sign sign) {
    Reach reach = new Reach();
    rights.forEach((source, keys) -> {
      if (source.sign() == sign) {
        keys.forEach(key -> reach.add(key, Terms.ALWAYS));
      }
    });
    return reach;
  }
}
