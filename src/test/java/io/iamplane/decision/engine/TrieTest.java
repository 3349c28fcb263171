package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The persistent map against a plain one. */
class TrieTest {

  private record Value(long key, int version) implements Keyed {}

  @Test
  void mapAnswersAsAPlainOneAfterAnyChanges() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      Map<Long, Value> plain = new HashMap<>();
      KeyedMap<Value> map = KeyedMap.empty();
      Object owner = new Object();
      for (int i = 0; i < 2_000; i++) {
        long key = key(random);
        if (random.nextInt(3) > 0) {
          Value value = new Value(key, i);
          plain.put(key, value);
          map = map.put(value, owner);
        } else if (plain.remove(key) != null) {
          map = map.remove(key, owner);
        }
        owner = random.nextInt(50) == 0 ? new Object() : owner;
      }
      check(map, plain);
    }
  }

  /** Dense, sparse and differing only in high bits. */
  private static long key(Random random) {
    long small = random.nextInt(200);
    return switch (random.nextInt(3)) {
      case 0 -> small;
      case 1 -> small << 40;
      default -> Long.MAX_VALUE - small;
    };
  }

  private static void check(KeyedMap<Value> map, Map<Long, Value> plain) {
    plain.forEach((key, value) -> assertThat(map.get(key)).isSameAs(value));
    for (long key = -5; key < 300; key++) {
      assertThat(map.get(key)).isSameAs(plain.get(key));
    }
    List<Value> all = new ArrayList<>();
    map.forEach(all::add);
    assertThat(all).containsExactlyInAnyOrderElementsOf(plain.values());
    assertThat(map.isEmpty()).isEqualTo(plain.isEmpty());
  }

  @Test
  void mapDerivedUnderAnotherOwnerLeavesTheFirstAlone() {
    Random random = new Random(1);
    KeyedMap<Value> map = KeyedMap.empty();
    Map<Long, Value> plain = new HashMap<>();
    Object owner = new Object();
    for (int i = 0; i < 500; i++) {
      Value value = new Value(key(random), i);
      map = map.put(value, owner);
      plain.put(value.key(), value);
    }
    Object other = new Object();
    KeyedMap<Value> derived = map;
    for (long key : plain.keySet()) {
      derived = derived.put(new Value(key, -1), other);
      derived = derived.remove(key, other);
    }
    assertThat(derived.isEmpty()).isTrue();
    check(map, plain);
  }

  @Test
  void emptyMapIsNeverChanged() {
    KeyedMap.<Value>empty().put(new Value(1, 1), new Object());
    assertThat(KeyedMap.<Value>empty().isEmpty()).isTrue();
    assertThat(KeyedMap.<Value>empty().get(1)).isNull();
  }
}
