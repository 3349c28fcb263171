package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The known subjects of an organization, a bounded number. Requests about thousands of made-up
 * subjects displace no known one: a subject learned on many days is kept before a new one, and a
 * subject that was never permitted anything is removed first.
 */
final class Subjects {

  /** The number of subjects kept; twice as many are in memory before some are forgotten. */
  static final int MOST = 20_000;

  private final Map<String, SubjectBaseline> byName = new HashMap<>();
  private final BitSet numbers = new BitSet();

  /** Returns the baseline of a subject; adds one if it is new. */
  SubjectBaseline of(String name, Peers peers) {
    SubjectBaseline known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (byName.size() == 2 * MOST) {
      forget(peers);
    }
    SubjectBaseline begun = new SubjectBaseline(numbers.nextClearBit(0));
    numbers.set(begun.number);
    byName.put(name, begun);
    return begun;
  }

  int size() {
    return byName.size();
  }

  private void forget(Peers peers) {
    List<Map.Entry<String, SubjectBaseline>> ranked = ranked();
    for (Map.Entry<String, SubjectBaseline> each : ranked.subList(MOST, ranked.size())) {
      peers.forget(each.getValue());
      numbers.clear(each.getValue().number);
      byName.remove(each.getKey());
    }
  }

  /** The one that is to be forgotten last is the first. */
  private List<Map.Entry<String, SubjectBaseline>> ranked() {
    return byName.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<String, SubjectBaseline> each) -> -each.getValue().worth())
                .thenComparing(Map.Entry::getKey))
        .toList();
  }

  /** Writes those that are kept. */
  void write(DataOutput to) throws IOException {
    List<Map.Entry<String, SubjectBaseline>> ranked = ranked();
    int kept = Math.min(MOST, ranked.size());
    to.writeInt(kept);
    for (Map.Entry<String, SubjectBaseline> each : ranked.subList(0, kept)) {
      to.writeUTF(each.getKey());
      each.getValue().write(to);
    }
  }

  void read(DataInput from, Peers peers) throws IOException {
    int count = from.readInt();
    if (count < 0 || count > MOST) {
      throw new IOException("invalid number of subjects: " + count);
    }
    for (int i = 0; i < count; i++) {
      String name = from.readUTF();
      SubjectBaseline subject = SubjectBaseline.read(i, from);
      peers.learn(subject);
      numbers.set(i);
      byName.put(name, subject);
    }
  }
}
