package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The permissions that subjects use, to find subjects with the same work. */
final class Peers {

  /** The minimum number of peers: fewer do not show usual activity. */
  private static final int LEAST = 3;

  /** Permissions of one organization; each may take a bit for each subject. */
  static final int MOST_PERMISSIONS = 5_000;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<BitSet> users = new ArrayList<>();

  /** The number of users of each permission: counting them takes as long as there are subjects. */
  private final int[] sizes = new int[MOST_PERMISSIONS];

  /** A permission's number; -1 for one too many, of which nothing is learned. */
  int number(String permission) {
    Integer known = numbers.get(permission);
    if (known != null) {
      return known;
    }
    if (users.size() == MOST_PERMISSIONS) {
      return -1;
    }
    users.add(new BitSet());
    numbers.put(permission, users.size() - 1);
    return users.size() - 1;
  }

  void use(SubjectBaseline subject, int permission) {
    subject.used.set(permission);
    add(subject, permission);
  }

  private void add(SubjectBaseline subject, int permission) {
    BitSet all = users.get(permission);
    if (!all.get(subject.number)) {
      all.set(subject.number);
      sizes[permission]++;
    }
  }

  /** Removes a subject, so that its number can be given to another one. */
  void forget(SubjectBaseline subject) {
    subject.used.stream()
        .forEach(permission -> {
          users.get(permission).clear(subject.number);
          sizes[permission]--;
        });
  }

  /**
   * Returns the share of a subject's peers that use a permission. Peers are the users of the
   * subject's least used permission. Returns 1 if there are too few of them.
   */
  double using(SubjectBaseline subject, int permission) {
    Integer fewest =
        subject.used.stream()
            .boxed()
            .filter(used -> sizes[used] > LEAST)
            .min(Comparator.comparingInt(used -> sizes[used]))
            .orElse(null);
    if (fewest == null) {
      return 1;
    }
    BitSet both = (BitSet) users.get(fewest).clone();
    both.and(users.get(permission));
    both.clear(subject.number);
    return (double) both.cardinality() / (sizes[fewest] - 1);
  }

  void write(DataOutput to) throws IOException {
    String[] names = new String[users.size()];
    numbers.forEach((name, number) -> names[number] = name);
    to.writeInt(names.length);
    for (String name : names) {
      to.writeUTF(name);
    }
  }

  /** Reads the permissions; subjects know their use, see {@link #learn}. */
  void read(DataInput from) throws IOException {
    int count = from.readInt();
    if (count < 0 || count > MOST_PERMISSIONS) {
      throw new IOException("invalid number of permissions: " + count);
    }
    for (int i = 0; i < count; i++) {
      number(from.readUTF());
    }
  }

  /** Takes note of all that a subject uses. */
  void learn(SubjectBaseline subject) throws IOException {
    if (subject.used.length() > users.size()) {
      throw new IOException("unknown permission");
    }
    subject.used.stream().forEach(permission -> add(subject, permission));
  }
}
