package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.shared.Micros;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the prospects of lists: ids in rising order, including every one that the decision allows.
 * The decision on each prospect denies the others.
 *
 * <p>A walk along grants and relations finds them if it is short; otherwise they are all names of
 * the type, so that the cost of the first results is bounded for tenants of any size. The choice
 * affects only the time.
 */
public final class ReverseLookup {

  /** The steps of a walk in any tenant; in large ones, a part of the number of names. */
  private static final int SHORT_WALK = 10_000;

  private static final int PART = 32;

  /** A third of the steps of a page. */
  private static final int LONG_WALK = 32_000;

  private ReverseLookup() {}

  /** A prospect to ask about; one that the policy does not mention is not listed. */
  public record Prospect(String id, boolean known) {}

  /**
   * The resources of the type that the request's resource has; its id means nothing.
   *
   * @param after leaves out all ids up to this one; null: none
   * @return null when the budget is spent
   */
  public static @Nullable Iterator<Prospect> resources(
      PolicySnapshot snapshot,
      DecisionRequest request,
      @Nullable String after,
      Instant now,
      WorkBudget budget) {
    return resources(snapshot, request, after, now, meter(snapshot, budget));
  }

  static @Nullable Iterator<Prospect> resources(
      PolicySnapshot stored,
      DecisionRequest request,
      @Nullable String after,
      Instant now,
      WalkMeter meter) {
    return unlessSpent(() -> {
      PolicySnapshot snapshot = meter.seen(stored, request);
      Question question = new Question();
      if (question.ask(snapshot, request) != null) {
        return Collections.emptyIterator();
      }
      ResourceWalk walk = new ResourceWalk(snapshot, question, Micros.of(now), meter);
      return ids(snapshot, question.resourceType(), walk::find, after, meter);
    });
  }

  /**
   * The subjects of the type of the request's subject, likewise; that subject's id means nothing.
   *
   * @return null when the budget is spent
   */
  public static @Nullable Iterator<Prospect> subjects(
      PolicySnapshot snapshot,
      DecisionRequest request,
      @Nullable String after,
      Instant now,
      WorkBudget budget) {
    return subjects(snapshot, request, after, now, meter(snapshot, budget));
  }

  static @Nullable Iterator<Prospect> subjects(
      PolicySnapshot stored,
      DecisionRequest request,
      @Nullable String after,
      Instant now,
      WalkMeter meter) {
    return unlessSpent(() -> {
      PolicySnapshot snapshot = meter.seen(stored, request);
      Question question = new Question();
      if (question.askOfAnyone(snapshot, request) != null) {
        return Collections.emptyIterator();
      }
      int type = snapshot.symbols().number(request.subject().type());
      SubjectWalk walk = new SubjectWalk(snapshot, question, type, Micros.of(now), meter);
      return ids(snapshot, type, walk::find, after, meter);
    });
  }

  /**
   * The known objects of a type, likewise. No walk finds those with usersets that may be allowed,
   * since a userset may be allowed although it has no member.
   *
   * @return null when the budget is spent
   */
  public static @Nullable Iterator<Prospect> objects(
      PolicySnapshot stored,
      DecisionRequest request,
      String type,
      @Nullable String after,
      WorkBudget budget) {
    WalkMeter meter = meter(stored, budget);
    return unlessSpent(() -> {
      PolicySnapshot snapshot = meter.seen(stored, request);
      int symbol = snapshot.symbols().number(type);
      return new KnownNames(snapshot, snapshot.sortedNames(symbol, after, meter));
    });
  }

  private static @Nullable Iterator<Prospect> unlessSpent(Supplier<Iterator<Prospect>> search) {
    try {
      return search.get();
    } catch (StepLimit e) {
      return null;
    }
  }

  private static WalkMeter meter(PolicySnapshot snapshot, WorkBudget budget) {
    int steps = Math.clamp(snapshot.nodeCount() / PART, SHORT_WALK, LONG_WALK);
    return new WalkMeter(budget, Math.min(steps, budget.decisionSteps()));
  }

  private static Iterator<Prospect> ids(
      PolicySnapshot snapshot,
      int type,
      Supplier<Iterable<Node>> walk,
      @Nullable String after,
      WalkMeter meter) {
    Iterator<Prospect> ids;
    try {
      ids = sorted(walk.get(), after);
    } catch (WalkMeter.TooWide e) {
      ids = new KnownNames(snapshot, snapshot.sortedNames(type, after, meter));
    }
    meter.settle();
    return ids;
  }

  private static Iterator<Prospect> sorted(Iterable<Node> nodes, @Nullable String after) {
    TreeSet<String> ids = new TreeSet<>();
    for (Node node : nodes) {
      String id = node.ref().id();
      if (!node.ref().wildcard() && (after == null || id.compareTo(after) > 0)) {
        ids.add(id);
      }
    }
    return ids.stream().map(id -> new Prospect(id, true)).iterator();
  }

  /**
   * All names of a type, in order. Names without facts are unknown, as are external ids, since
   * their entries have names of their own.
   */
  private static final class KnownNames implements Iterator<Prospect> {

    private final PolicySnapshot snapshot;
    private final Iterator<Ref> names;

    KnownNames(PolicySnapshot snapshot, Iterator<Ref> names) {
      this.snapshot = snapshot;
      this.names = names;
    }

    @Override
    public boolean hasNext() {
      return names.hasNext();
    }

    @Override
    public Prospect next() {
      Ref name = names.next();
      Node node = name.wildcard() ? null : snapshot.nodeIfKnown(name);
      boolean known = node != null && node.isResource() && snapshot.resolve(node).ref() == name;
      return new Prospect(name.id(), known);
    }
  }
}
