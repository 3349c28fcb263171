package io.iamplane.governance.simulation.report;

import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.Reached;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.shared.WireName;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts the results of recorded decisions. Holds a bounded number of groups; decisions outside of
 * them are counted, too. For one thread.
 */
public final class Tally {

  public static final int MAX_GROUPS = 1_000;

  private final Map<String, String> places;
  private final Map<Obstacle, Long> obstacles = new EnumMap<>(Obstacle.class);
  private final Map<Difference, Long> differences = new EnumMap<>(Difference.class);
  private final Map<Group, Counted> groups = new HashMap<>();
  private long read;
  private long evaluated;
  private long drifted;
  private long ungrouped;

  private record Group(Difference kind, String subject, String permission, CauseView cause) {}

  /** Decisions of a group, and the latest of them. */
  private record Counted(long decisions, UUID example, Instant latest) {

    Counted plus(Counted more) {
      Counted last = more.latest.isAfter(latest) ? more : this;
      return new Counted(decisions + more.decisions, last.example, last.latest);
    }
  }

  /** Begins; {@code places} are those in the draft of the grants that it adds, by their ids. */
  public Tally(Map<String, String> places) {
    this.places = Map.copyOf(places);
    for (Difference kind : Difference.values()) {
      differences.put(kind, 0L);
    }
  }

  public void skip(Obstacle obstacle, long number) {
    read += number;
    obstacles.merge(obstacle, number, Long::sum);
  }

  /** One that was, with its answers before and after. */
  public void add(
      RecordedDecision recorded,
      TriedAnswer before,
      TriedAnswer after,
      @Nullable Difference difference) {
    read++;
    evaluated++;
    if (recorded.outcome() != before.outcome()) {
      drifted++;
    }
    if (difference != null) {
      differences.merge(difference, 1L, Long::sum);
      group(
          recorded,
          new Group(
              difference, recorded.subject(), recorded.key(), CauseView.of(before, after, places)));
    }
  }

  private void group(RecordedDecision recorded, Group group) {
    if (groups.size() >= MAX_GROUPS && !groups.containsKey(group)) {
      ungrouped++;
    } else {
      groups.merge(group, new Counted(1, recorded.id(), recorded.at()), Counted::plus);
    }
  }

  /** Returns the results of a draft; differences are those of outcomes. */
  public DecisionsView simulated(Reached reached) {
    differences.remove(Difference.REASON);
    return view(reached, drifted);
  }

  /** Returns the results of a replay; the answers before are the recorded ones. */
  public DecisionsView replayed(Reached reached) {
    return view(reached, null);
  }

  private DecisionsView view(Reached reached, @Nullable Long driftedSince) {
    return new DecisionsView(
        reached.from(),
        reached.to(),
        reached.bound() == null,
        reached.completeFrom(),
        reached.bound() == null ? null : reached.bound().wire(),
        read,
        evaluated,
        driftedSince,
        byName(obstacles),
        byName(differences),
        groups(),
        ungrouped);
  }

  private List<DifferenceGroupView> groups() {
    return groups.entrySet().stream()
        .map(each -> view(each.getKey(), each.getValue()))
        .sorted(
            Comparator.comparingLong(DifferenceGroupView::decisions)
                .reversed()
                .thenComparing(DifferenceGroupView::subject)
                .thenComparing(DifferenceGroupView::permission)
                .thenComparing(DifferenceGroupView::example))
        .toList();
  }

  private static DifferenceGroupView view(Group group, Counted counted) {
    return new DifferenceGroupView(
        group.kind(),
        group.subject(),
        group.permission(),
        group.cause(),
        counted.decisions(),
        counted.example(),
        counted.latest());
  }

  private static <E extends Enum<E> & WireName> Map<String, Long> byName(Map<E, Long> counts) {
    Map<String, Long> named = new TreeMap<>();
    counts.forEach((name, count) -> named.put(name.wire(), count));
    return named;
  }
}
