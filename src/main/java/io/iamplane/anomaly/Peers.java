package io.iamplane.anomaly;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which subjects use which permissions, to find those who do the same work. */
final class Peers {

  /** Fewer say nothing about what is usual among them. */
  private static final int LEAST = 3;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<BitSet> users = new ArrayList<>();

  /** A permission's number. */
  int number(String permission) {
    return numbers.computeIfAbsent(
        permission,
        _ -> {
          users.add(new BitSet());
          return users.size() - 1;
        });
  }

  /** Takes note that a subject is permitted a permission. */
  void use(SubjectBaseline subject, int permission) {
    subject.used.set(permission);
    users.get(permission).set(subject.number);
  }

  /**
   * The part of a subject's peers that use a permission: of those who use the permission that
   * fewest use of all that the subject does. 1 when it has too few to tell.
   */
  double using(SubjectBaseline subject, int permission) {
    BitSet peers = null;
    for (int used = subject.used.nextSetBit(0);
        used >= 0;
        used = subject.used.nextSetBit(used + 1)) {
      BitSet candidates = users.get(used);
      int size = candidates.cardinality() - 1;
      if (size >= LEAST && (peers == null || size < peers.cardinality() - 1)) {
        peers = candidates;
      }
    }
    if (peers == null) {
      return 1;
    }
    BitSet both = (BitSet) peers.clone();
    both.and(users.get(permission));
    both.clear(subject.number);
    return (double) both.cardinality() / (peers.cardinality() - 1);
  }
}
