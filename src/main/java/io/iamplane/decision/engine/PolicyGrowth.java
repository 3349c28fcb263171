package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Estimates of the growth of a snapshot by facts, without making it. */
public final class PolicyGrowth {

  /** The most names of types and relations that a change may lead to; the rest is a reserve. */
  public static final int MOST_SYMBOLS = Symbols.MAX - 535;

  /** The most {@link PolicySnapshot#contained} that a change may lead to: 16 MB of references. */
  public static final long MOST_CONTAINED = 4_000_000;

  private PolicyGrowth() {}

  /** About how many bytes a fact adds when no other uses its names. */
  public static long mostWeight(Fact fact) {
    return FactWeight.of(fact) + (long) FactWeight.NODE * FactWeight.names(fact);
  }

  /** About how many bytes a fact adds when others use its names. */
  public static long leastWeight(Fact fact) {
    return FactWeight.of(fact);
  }

  /** About how many bytes a catalogue takes that no other snapshot shares. */
  public static long catalogueWeight(PolicySnapshot snapshot) {
    Catalog.Source source = snapshot.catalog().source();
    long weight = (long) Integer.BYTES * snapshot.contained();
    for (Fact fact : source.models().values()) {
      weight += FactWeight.of(fact);
    }
    for (Fact fact : source.permissions().values()) {
      weight += FactWeight.of(fact);
    }
    return weight;
  }

  /** About how many bytes a JSON document takes that is kept beside the facts. */
  public static long weightOf(Map<String, Object> document) {
    return FactWeight.value(document);
  }

  /** Counts the names of facts that {@link PolicySnapshot#symbolCount} does not count yet. */
  public static int newSymbols(PolicySnapshot snapshot, Iterable<Fact> facts) {
    return SymbolUse.added(snapshot.symbols(), facts);
  }

  /** Counts {@link PolicySnapshot#contained} after some facts gave way to others. */
  public static long contained(PolicySnapshot snapshot, List<Fact> removed, List<Fact> added) {
    Catalog.Source source = snapshot.catalog().source();
    Map<String, RoleFact> roles = new HashMap<>(source.roles());
    Set<String> permissions = new HashSet<>(source.permissions().keySet());
    for (Fact fact : removed) {
      switch (fact) {
        case RoleFact role -> roles.remove(role.key());
        case PermissionFact permission -> permissions.remove(permission.key());
        default -> {}
      }
    }
    for (Fact fact : added) {
      switch (fact) {
        case RoleFact role -> roles.put(role.key(), role);
        case PermissionFact permission -> permissions.add(permission.key());
        default -> {}
      }
    }
    return new RoleExpansion(roles, permissions).size();
  }
}
