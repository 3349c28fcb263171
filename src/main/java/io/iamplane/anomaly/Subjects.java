package io.iamplane.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The subjects of an organization that something is known of, a bounded number. Who asks about
 * made-up subjects by the thousand drives out no one who is known: what was learned of a subject on
 * many days is kept before what is new, and who was never permitted anything goes first.
 */
final class Subjects {

  /** That are kept; twice as many are in memory before some are forgotten. */
  static final int MOST = 20_000;

  private final Map<String, SubjectBaseline> byName = new HashMap<>();
  private final BitSet numbers = new BitSet();

  /** What is known of a subject, which is known from now on. */
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
        .map(each -> Map.entry(each.getKey(), each.getValue()))
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

  /** Reads what was written, and has their peers know them. */
  void read(DataInput from, Peers peers) throws IOException {
    int count = from.readInt();
    if (count < 0 || count > MOST) {
      throw new IOException(count + " subjects");
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
