package io.iamplane.governance.leastprivilege.use;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Counts uses by grant, subject and permission. For one thread. */
final class UseCounts {

  private final Map<Key, Counted> counts = new HashMap<>();

  private record Key(UUID grant, String subject, String permission) {}

  /** The number of times that a grant allowed a permission to a subject, {@code type:id}. */
  record Counted(UUID grant, String subject, String permission, long uses, Instant last) {}

  void add(Counted use) {
    counts.merge(
        new Key(use.grant(), use.subject(), use.permission()),
        use,
        (known, more) ->
            new Counted(
                known.grant(),
                known.subject(),
                known.permission(),
                known.uses() + more.uses(),
                more.last().isAfter(known.last()) ? more.last() : known.last()));
  }

  /** In one order, so that two writers of the same rows wait and do not deadlock. */
  List<Counted> all() {
    return counts.values().stream()
        .sorted(
            Comparator.comparing(Counted::grant)
                .thenComparing(Counted::subject)
                .thenComparing(Counted::permission))
        .toList();
  }
}
