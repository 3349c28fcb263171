package io.iamplane.decision.snapshot;

import io.iamplane.change.EndedTokens;
import io.iamplane.change.EndedTokens.Floor;
import io.iamplane.change.TokenHolder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The first policy version of a holder's valid tokens; holders without an entry have no floor.
 * Immutable and split into parts, so that one more entry costs a small copy. Entries older than the
 * lifetime of tokens are removed along with the next change of their part.
 */
final class TokenFloors {

  private static final int PARTS = 256;

  /** A holder, its text and its floor, in bytes. */
  private static final int WEIGHT = 320;

  private final Map<?, ?>[] parts;
  private final int size;

  /** Once true, always: to be wrong costs a look into memory. */
  private final boolean haveTokens;

  private TokenFloors(Map<?, ?>[] parts, int size, boolean haveTokens) {
    this.parts = parts;
    this.size = size;
    this.haveTokens = haveTokens;
  }

  static TokenFloors of(Map<TokenHolder, Floor> floors) {
    Map<?, ?>[] parts = new Map<?, ?>[PARTS];
    Map<Integer, Map<TokenHolder, Floor>> sorted = new HashMap<>();
    floors.forEach((holder, floor) ->
        sorted.computeIfAbsent(part(holder), _ -> new HashMap<>()).put(holder, floor));
    for (int i = 0; i < PARTS; i++) {
      parts[i] = sorted.getOrDefault(i, Map.of());
    }
    boolean tokens = floors.keySet().stream().anyMatch(TokenHolder::isToken);
    return new TokenFloors(parts, floors.size(), tokens);
  }

  /** Returns the first version with valid tokens; 0 for a holder without a floor. */
  long of(TokenHolder holder) {
    return parts[part(holder)].get(holder) instanceof Floor floor ? floor.version() : 0;
  }

  boolean haveTokens() {
    return haveTokens;
  }

  /** About how many bytes they take in memory. */
  long weight() {
    return (long) WEIGHT * size;
  }

  /** The same with a floor raised; floors never sink. */
  TokenFloors raised(TokenHolder holder, Floor floor) {
    int index = part(holder);
    Map<Object, Object> part = new HashMap<>(parts[index]);
    if (!floor.at().equals(Instant.MAX)) {
      Instant oldest = floor.at().minus(EndedTokens.RETENTION);
      part.values().removeIf(each -> each instanceof Floor old && old.at().isBefore(oldest));
    }
    if (floor.version() > of(holder)) {
      part.put(holder, floor);
    }
    Map<?, ?>[] next = parts.clone();
    next[index] = part;
    return new TokenFloors(
        next, size - parts[index].size() + part.size(), haveTokens || holder.isToken());
  }

  private static int part(TokenHolder holder) {
    int hash = holder.hashCode();
    return (hash ^ hash >>> 16) & PARTS - 1;
  }
}
