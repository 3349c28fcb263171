package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationSchemas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a change adds to a policy, without making a draft. */
public final class EffectWeight {

  private EffectWeight() {}

  /** Returns an upper bound for the growth in bytes, as if every name in use were new. */
  public static long mostGrowth(TenantPolicy policy, List<Effect> effects) {
    long growth = 0;
    for (Effect effect : effects) {
      growth += weight(policy, effect.after(), true) - weight(policy, effect.before(), false);
    }
    return growth;
  }

  public static boolean mayGrow(List<Effect> effects) {
    return effects.stream().anyMatch(effect -> isOfPolicy(effect.after()));
  }

  private static boolean isOfPolicy(@Nullable Object image) {
    return switch (image) {
      case Application _,
          Permission _,
          Role _,
          User _,
          ServiceAccount _,
          Group _,
          ImportedObject _,
          GroupMember _,
          Relation _,
          Grant _ ->
          true;
      case null, default -> false;
    };
  }

  private static long weight(TenantPolicy policy, @Nullable Object image, boolean named) {
    long weight = image instanceof Application ? TenantPolicy.APPLICATION_WEIGHT : 0;
    for (Fact fact : facts(policy, image)) {
      weight += named ? PolicySnapshot.mostWeight(fact) : PolicySnapshot.leastWeight(fact);
    }
    return weight;
  }

  private static List<Fact> facts(TenantPolicy policy, @Nullable Object image) {
    return switch (image) {
      case Application application -> CatalogFacts.of(application);
      case Permission permission -> one(CatalogFacts.of(permission));
      case Role role -> one(CatalogFacts.of(role));
      case User user -> one(DirectoryFacts.of(user));
      case ServiceAccount account -> one(DirectoryFacts.of(account));
      case Group group -> one(DirectoryFacts.of(group));
      case ImportedObject object -> one(DirectoryFacts.of(object));
      case GroupMember member -> one(DirectoryFacts.of(member));
      case Relation relation ->
          one(
              DirectoryFacts.of(
                  relation, new RelationSchemas(policy.applications().values()).of(relation)));
      case Grant grant ->
          one(GrantFacts.of(grant, policy.schema(grant.application(), grant.privilegeKey())));
      // Clients, webhooks, submissions: no policy holds them.
      case null, default -> List.of();
    };
  }

  private static List<Fact> one(@Nullable Fact fact) {
    return fact == null ? List.of() : List.of(fact);
  }

  public static List<Effect> ofPolicy(TenantPolicy policy, List<Effect> effects) {
    return effects.stream()
        .filter(effect ->
            !facts(policy, effect.after()).isEmpty() || !facts(policy, effect.before()).isEmpty())
        .toList();
  }
}
