package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The subject's groups, direct and indirect, each with true or the error of a membership condition.
 * A group that is missing or inactive in the directory has no members.
 */
final class Groups {

  static final int MAX_DEPTH = 32;

  private final Evaluation evaluation;
  private final LongTable positions = new LongTable();
  private @Nullable Node[] groups = new Node[16];
  private int[] truths = new int[16];
  private int[] levels = new int[16];
  private int count;
  private int[] queue = new int[64];
  private int queued;

  /** Stands for the subject of a question about a userset, which no relation names alone. */
  private static final Node NO_ONE = Node.of(new Ref(0, -1, Symbols.NONE, ""));

  private @Nullable Node subject;
  private @Nullable Node secondName;
  private @Nullable Node everyone;

  Groups(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  /**
   * Level by level, so the depth of a group is its shortest; beyond {@link #MAX_DEPTH} the decision
   * ends, because a group left out might carry a denial.
   */
  void find(Node asked) {
    PolicySnapshot snapshot = evaluation.snapshot();
    positions.clear();
    count = 0;
    queued = 0;
    subject = asked;
    secondName = snapshot.second(asked);
    everyone = snapshot.named(asked.ref().type(), Ref.EVERYONE);
    follow(asked, Truth.TRUE, 0);
    follow(secondName, Truth.TRUE, 0);
    follow(everyone, Truth.TRUE, 0);
    followAll();
  }

  /**
   * Finds the groups shared by all subjects with a relation to an object: for a group's membership,
   * that group and its own groups.
   */
  void findOfUserset(Node object, int relation) {
    positions.clear();
    count = 0;
    queued = 0;
    subject = NO_ONE;
    secondName = null;
    everyone = null;
    if (evaluation.snapshot().isMembership(object.ref().type(), relation)) {
      enter(object, Truth.TRUE, 1, null);
      followAll();
    }
  }

  private void followAll() {
    for (int i = 0; i < queued; i++) {
      int at = queue[i];
      Node group = group(at);
      follow(group, truths[at], levels[at]);
      follow(evaluation.snapshot().second(group), truths[at], levels[at]);
    }
  }

  void end() {
    Arrays.fill(groups, 0, count, null);
    count = 0;
    subject = null;
    secondName = null;
    everyone = null;
  }

  private void follow(@Nullable Node member, int truth, int level) {
    if (member == null) {
      return;
    }
    for (Tuple membership : member.memberships()) {
      evaluation.step();
      Node group = evaluation.snapshot().resolve(membership.object());
      Entry entry = group.entry();
      if (entry != null && entry.active() && membership.validAt(evaluation.now())) {
        int certain = Math.min(truth, evaluation.truth(membership, membership.condition()));
        if (certain != Truth.FALSE) {
          enter(group, certain, level + 1, membership);
        }
      }
    }
  }

  private void enter(Node group, int truth, int level, @Nullable Tuple via) {
    int at = (int) positions.get(group.ref().number()) - 1;
    if (at < 0) {
      if (level > MAX_DEPTH) {
        throw StepLimit.TOO_DEEP;
      }
      at = append(group, truth, level);
    } else if (truths[at] >= truth) {
      return;
    } else {
      truths[at] = truth;
    }
    if (evaluation.trace() != null && via != null) {
      evaluation.trace().group(group, via.subject(), truth);
    }
    if (queued == queue.length) {
      queue = Arrays.copyOf(queue, queued * 2);
    }
    queue[queued++] = at;
  }

  private int append(Node group, int truth, int level) {
    if (count == groups.length) {
      groups = Arrays.copyOf(groups, count * 2);
      truths = Arrays.copyOf(truths, count * 2);
      levels = Arrays.copyOf(levels, count * 2);
    }
    groups[count] = group;
    truths[count] = truth;
    levels[count] = level;
    positions.put(group.ref().number(), ++count);
    return count - 1;
  }

  public int count() {
    return count;
  }

  public Node group(int index) {
    return Objects.requireNonNull(groups[index]);
  }

  /** Returns the truth of the subject being in the group at an index; never false. */
  public int truth(int index) {
    return truths[index];
  }

  int truth(Node group) {
    long position = positions.get(group.ref().number());
    return position == LongTable.ABSENT ? Truth.FALSE : truths[(int) position - 1];
  }

  public Node subject() {
    return Objects.requireNonNull(subject);
  }

  /** The node of the subject's external id. */
  public @Nullable Node secondName() {
    return secondName;
  }

  /** The node of everyone of the subject's type. */
  public @Nullable Node everyone() {
    return everyone;
  }

  /** Returns true if the name is one of the subject's two. */
  boolean isSubject(Ref ref) {
    return ref == subject().ref() || (secondName != null && ref == secondName.ref());
  }
}
