package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.decision.engine.PolicyGrowth;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a change adds to a policy, without making a draft. */
public final class EffectWeight {

  /** The most names of types and relations in a fact other than a model. */
  private static final int SYMBOLS = 5;

  private EffectWeight() {}

  /** Returns an upper bound for the growth in bytes, as if every name in use were new. */
  public static long mostGrowth(TenantPolicy policy, List<Effect> effects) {
    RowFacts rows = policy.rowFacts();
    long growth = 0;
    for (Effect effect : effects) {
      growth += weight(rows, effect.after(), true) - weight(rows, effect.before(), false);
    }
    return growth;
  }

  /** Returns an upper bound for the names of types and relations that a change adds. */
  public static int mostSymbols(List<Effect> effects) {
    return effects.stream().anyMatch(effect -> effect.after() instanceof Application)
        ? PolicyGrowth.MOST_SYMBOLS
        : SYMBOLS * effects.size();
  }

  /** Counts the different names of types and relations that a change adds. */
  public static int newSymbols(TenantPolicy policy, List<Effect> effects) {
    RowFacts rows = policy.rowFacts();
    List<Fact> facts =
        effects.stream().flatMap(effect -> facts(rows, effect.after()).stream()).toList();
    return PolicyGrowth.newSymbols(policy.snapshot(), facts);
  }

  /**
   * Counts the permissions of all roles as a change would make them; as they are, if it changes
   * neither roles nor permissions.
   */
  public static long contained(TenantPolicy policy, List<Effect> effects) {
    PolicySnapshot snapshot = policy.snapshot();
    if (effects.stream().noneMatch(EffectWeight::isOfRoles)) {
      return snapshot.contained();
    }
    RowFacts rows = policy.rowFacts();
    return PolicyGrowth.contained(
        snapshot,
        effects.stream().flatMap(effect -> facts(rows, effect.before()).stream()).toList(),
        effects.stream().flatMap(effect -> facts(rows, effect.after()).stream()).toList());
  }

  private static boolean isOfRoles(Effect effect) {
    Object image = effect.after() == null ? effect.before() : effect.after();
    return image instanceof Role || image instanceof Permission;
  }

  public static boolean mayGrow(List<Effect> effects) {
    return effects.stream().anyMatch(effect -> isOfPolicy(effect.after()));
  }

  private static boolean isOfPolicy(@Nullable Object image) {
    return RowKind.OF_FACTS.values().stream().anyMatch(kind -> kind.type().isInstance(image));
  }

  private static long weight(RowFacts rows, @Nullable Object image, boolean named) {
    long weight =
        image instanceof Application application ? TenantApplications.weight(application) : 0;
    for (Fact fact : facts(rows, image)) {
      weight += named ? PolicyGrowth.mostWeight(fact) : PolicyGrowth.leastWeight(fact);
    }
    return weight;
  }

  private static List<Fact> facts(RowFacts rows, @Nullable Object image) {
    if (image instanceof Application application) {
      return CatalogFacts.of(application);
    }
    Fact fact = rows.of(image);
    return fact == null ? List.of() : List.of(fact);
  }

  public static List<Effect> ofPolicy(TenantPolicy policy, List<Effect> effects) {
    RowFacts rows = policy.rowFacts();
    return effects.stream()
        .filter(effect ->
            !facts(rows, effect.after()).isEmpty() || !facts(rows, effect.before()).isEmpty())
        .toList();
  }
}
