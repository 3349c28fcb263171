package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.shared.SubjectRef;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ids that a tenant chooses so that they fall together. The hash was once a polynomial with public
 * constants: two blocks of 14 letters that are worth the same, found by reducing a lattice within a
 * second, give 2^18 colliding ids of 252 letters.
 */
class CollidingNamesTest {

  private static final long P = 0x9FB21C651E98DF25L;
  private static final String ZERO = "aceamehaadaaao";
  private static final String ONE = "oaabaaafbaaeja";

  @Test
  void theIdsDoCollideUnderAPublicPolynomial() {
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < 1_024; i++) {
      hashes.add(polynomial(id(i)));
    }
    assertThat(hashes).hasSize(1);
  }

  @Test
  void twentyThousandCollidingIdsDoNotFallTogether() {
    assertThat(displaced(20_000)).isLessThan(3);
  }

  @Test
  @Tag("stress")
  void twoHundredThousandCollidingIdsDoNotFallTogether() {
    assertThat(displaced(200_000)).isLessThan(3);
  }

  @Test
  void eachLoadHasAKeyOfItsOwn() {
    assertThat(NameHash.random().of(1, "ann")).isNotEqualTo(NameHash.random().of(1, "ann"));
  }

  @Test
  void lengthTypeAndEveryCharCount() {
    NameHash hash = NameHash.random();
    Set<Long> hashes = new HashSet<>();
    String id = "";
    for (int length = 0; length < 40; length++) {
      hashes.add(hash.of(1, id));
      hashes.add(hash.of(2, id));
      for (int at = 0; at < length; at++) {
        hashes.add(hash.of(1, id.substring(0, at) + 'b' + id.substring(at + 1)));
      }
      id += '\0';
    }
    assertThat(hashes).hasSize(80 + 39 * 40 / 2);
  }

  /** Counts the names placed after another one: the work of interning is their sum. */
  private static int displaced(int count) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (int i = 0; i < count; i++) {
      builder.add(new SubjectFact(new SubjectRef(SubjectRef.USER, id(i)), null, true, Map.of()));
    }
    PolicySnapshot snapshot = builder.build(1);
    int type = snapshot.symbols().number(SubjectRef.USER);
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < count; i++) {
      keys.add(Objects.requireNonNull(snapshot.named(type, id(i))).key());
    }
    assertThat(keys).hasSize(count);
    return (int) keys.stream().filter(key -> keys.contains(key + 1)).count();
  }

  /** The blocks in the order of a number's bits. */
  private static String id(int number) {
    StringBuilder id = new StringBuilder();
    for (int bit = 0; bit < 18; bit++) {
      id.append((number >> bit & 1) == 0 ? ZERO : ONE);
    }
    return id.toString();
  }

  private static long polynomial(String id) {
    long hash = 0;
    for (int i = 0; i < id.length(); i++) {
      hash = hash * P + id.charAt(i);
    }
    return hash;
  }
}
