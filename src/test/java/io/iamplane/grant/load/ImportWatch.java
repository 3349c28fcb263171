package io.iamplane.grant.load;

import io.iamplane.change.PolicyChangeListener;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the clock and at the heap while relations of one tenant are imported. */
@ApplicationScoped
class ImportWatch implements PolicyChangeListener {

  private static final int LOOKS = 4;
  private static final int MEBIBYTE = 1 << 20;

  private volatile @Nullable Watched watched;
  private int seen;

  /** A measurement: committed relations, time so far, and memory in use. */
  record Look(int relations, Duration after, long mebibytes) {

    @Override
    public String toString() {
      return "%,d after %.1f s, %d MiB in use"
          .formatted(relations, after.toMillis() / 1_000.0, mebibytes);
    }
  }

  private record Watched(OrganizationId organization, int total, long start, List<Look> looks) {}

  /** Begins, with a look at the heap as it is before. */
  void start(OrganizationId organization, int relations) {
    List<Look> looks = new ArrayList<>();
    looks.add(new Look(0, Duration.ZERO, inUse()));
    seen = 0;
    watched = new Watched(organization, relations, System.nanoTime(), looks);
  }

  /** Ends; the looks before the first relation, and after each quarter of them. */
  List<Look> stop() {
    Watched ended = watched;
    watched = null;
    return ended == null ? List.of() : ended.looks();
  }

  @Override
  public void committed(OrganizationId organization, long version, List<PolicyChange> changes) {
    Watched now = watched;
    if (now == null || !now.organization().equals(organization)) {
      return;
    }
    Look last = now.looks().getLast();
    seen += (int) changes.stream().filter(change -> change.targetType().equals("relation")).count();
    int next = now.total() / LOOKS * now.looks().size();
    if (seen >= next && seen > last.relations()) {
      Duration after = Duration.ofNanos(System.nanoTime() - now.start());
      now.looks().add(new Look(seen, after, inUse()));
    }
  }

  private static long inUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
  }
}
