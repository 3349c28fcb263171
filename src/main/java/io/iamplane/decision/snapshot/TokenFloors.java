package io.iamplane.decision.snapshot;

import io.iamplane.change.TokenHolder;
import java.util.HashMap;
import java.util.Map;

/**
 * From which version of the policy on a holder's tokens count; holders that are not named have no
 * such floor. Immutable, in parts, so that one more costs a small copy however many there are.
 */
final class TokenFloors {

  private static final int PARTS = 256;

  private final Map<?, ?>[] parts;

  private TokenFloors(Map<?, ?>[] parts) {
    this.parts = parts;
  }

  static TokenFloors of(Map<TokenHolder, Long> versions) {
    Map<?, ?>[] parts = new Map<?, ?>[PARTS];
    Map<Integer, Map<TokenHolder, Long>> sorted = new HashMap<>();
    versions.forEach((holder, version) ->
        sorted.computeIfAbsent(part(holder), _ -> new HashMap<>()).put(holder, version));
    for (int i = 0; i < PARTS; i++) {
      parts[i] = sorted.getOrDefault(i, Map.of());
    }
    return new TokenFloors(parts);
  }

  /** The first version whose tokens count; 0 for a holder without a floor. */
  long of(TokenHolder holder) {
    return parts[part(holder)].get(holder) instanceof Long version ? version : 0;
  }

  /** The same with a floor raised; floors never sink. */
  TokenFloors raised(TokenHolder holder, long version) {
    int index = part(holder);
    Map<Object, Object> part = new HashMap<>(parts[index]);
    part.put(holder, Math.max(version, of(holder)));
    Map<?, ?>[] next = parts.clone();
    next[index] = part;
    return new TokenFloors(next);
  }

  private static int part(TokenHolder holder) {
    int hash = holder.hashCode();
    return (hash ^ hash >>> 16) & PARTS - 1;
  }
}
