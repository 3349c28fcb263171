package io.iamplane.guard;

import io.iamplane.catalog.application.Application;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.RelationSource;
import io.iamplane.language.relation.RelationSource.Sign;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    // Many permissions may stand on one name; each name is followed once.
    Map<Name, Set<String>> named = new LinkedHashMap<>();
    for (String key : bound(judgement)) {
      PermissionFact fact = Objects.requireNonNull(judgement.powers().permission(key)).fact();
      if (fact.resourceType() != null && fact.relation() != null) {
        Name name = new Name(fact.application(), fact.resourceType(), fact.relation());
        named.computeIfAbsent(name, _ -> new TreeSet<>()).add(key);
      }
    }
    for (Application application : applications) {
      RelationModel model =
          named.keySet().stream().anyMatch(name -> name.application().equals(application.key()))
              ? application.model()
              : null;
      if (model != null) {
        follow(application.key(), model, named);
      }
    }
  }

  /** What a permission stands on. */
  private record Name(String application, String type, String name) {}

  private void follow(String application, RelationModel model, Map<Name, Set<String>> named) {
    named.forEach((name, keys) -> {
      if (name.application().equals(application)) {
        RelationSource.of(model, name.type(), name.name())
            .forEach(source -> rights.computeIfAbsent(source, _ -> new TreeSet<>()).addAll(keys));
      }
    });
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
      ClauseTerms terms = Rights.terms(relation, schemas.of(relation));
      keys.forEach(key -> reach.add(key, terms));
    }
    return reach.under(ClauseTerms.ALWAYS, now);
  }

  /** What being a member of a group gives, or takes, by the models. */
  Reach ofMembers(Sign sign) {
    return Reach.always(rights.getOrDefault(RelationSource.ofMembers(sign), Set.of()));
  }

  /** Whether some relation could take a right. */
  boolean isTaken(String right) {
    return rights.entrySet().stream()
        .anyMatch(each -> each.getKey().sign() == Sign.TAKES && each.getValue().contains(right));
  }

  /** What all relations of this sign would give. */
  Reach all(Sign sign) {
    Reach reach = new Reach();
    rights.forEach((source, keys) -> {
      if (source.sign() == sign) {
        keys.forEach(key -> reach.add(key, ClauseTerms.ALWAYS));
      }
    });
    return reach;
  }
}
