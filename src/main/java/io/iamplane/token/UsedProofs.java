package io.iamplane.token;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.IamException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The proofs that this process accepted, while they could come again. They lie in spans of time by
 * their {@code iat}, so that an old span goes as a whole, half a span after the last of its proofs
 * could come: that one may have waited. An owner may have half as many as find room beside all, and
 * a few in any case: one alone has a third of the room, several have equal parts, and a newcomer
 * finds as much. Whatever finds no room is refused.
 */
final class UsedProofs {

  /** The most in all; about 60 bytes each. */
  static final int MOST = 500_000;

  /** The number that an owner may have however little is free. */
  static final int RESERVE = 1_000;

  private static final long SPAN = DpopProofs.MOST_AGE + DpopProofs.MOST_AHEAD;

  private final ConcurrentSkipListMap<Long, Span> spans = new ConcurrentSkipListMap<>();
  private final int most;
  private final int reserve;

  UsedProofs() {
    this(MOST, RESERVE);
  }

  UsedProofs(int most, int reserve) {
    this.most = most;
    this.reserve = reserve;
  }

  /** The proofs of some seconds, by owner. */
  private record Span(Map<String, Set<Long>> byOwner, AtomicInteger size) {

    private Set<Long> of(String owner) {
      return byOwner.getOrDefault(owner, Set.of());
    }
  }

  boolean contains(String owner, DpopProof proof) {
    Span span = spans.get(span(proof));
    return span != null && span.of(owner).contains(name(proof));
  }

  /** Requires room for an owner's proof at a second since 1970, or throws TOO_MANY_REQUESTS. */
  void requireRoom(String owner, long now) {
    spans.headMap(now / SPAN - 1).clear();
    int all = size();
    int own = spans.values().stream().mapToInt(span -> span.of(owner).size()).sum();
    if (all >= most || own >= Math.max(reserve, (most - all) / 2)) {
      throw IamException.tooMany("Too many DPoP proofs were used recently.", SPAN);
    }
  }

  /** Adds a proof; false if it is there. Requires room as {@link #requireRoom} does. */
  boolean add(String owner, DpopProof proof, long now) {
    requireRoom(owner, now);
    Span span =
        spans.computeIfAbsent(
            span(proof), _ -> new Span(new ConcurrentHashMap<>(), new AtomicInteger()));
    boolean first =
        span.byOwner()
            .computeIfAbsent(owner, _ -> ConcurrentHashMap.<Long>newKeySet())
            .add(name(proof));
    if (first) {
      span.size().incrementAndGet();
    }
    return first;
  }

  int size() {
    return spans.values().stream().mapToInt(span -> span.size().get()).sum();
  }

  /** The number of remembered owners, once for each span. */
  int owners() {
    return spans.values().stream().mapToInt(span -> span.byOwner().size()).sum();
  }

  private static long span(DpopProof proof) {
    return proof.claims().issuedAt() / SPAN;
  }

  /** A hash of the key and the {@code jti}; two names of one hash are as rare as 2^-64. */
  private static long name(DpopProof proof) {
    String text = proof.thumbprint() + proof.claims().id();
    return ByteBuffer.wrap(Hashes.sha256(text.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
