package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.change.Effect;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a change adds to a policy, without making a draft. */
public final class EffectWeight {

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

  public static boolean mayGrow(List<Effect> effects) {
    return effects.stream().anyMatch(effect -> isOfPolicy(effect.after()));
  }

  private static boolean isOfPolicy(@Nullable Object image) {
    return RowKind.OF_FACTS.values().stream().anyMatch(kind -> kind.type().isInstance(image));
  }

  private static long weight(RowFacts rows, @Nullable Object image, boolean named) {
    long weight = image instanceof Application ? TenantPolicy.APPLICATION_WEIGHT : 0;
    for (Fact fact : facts(rows, image)) {
      weight += named ? PolicySnapshot.mostWeight(fact) : PolicySnapshot.leastWeight(fact);
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
