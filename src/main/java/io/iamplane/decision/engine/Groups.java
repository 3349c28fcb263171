package io.iamplane.decision.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The subject's groups, direct and indirect, each with true or the error of a membership condition.
 * A group that is missing or inactive in the directory has no members.
 */
final class Groups {

  private final Evaluation evaluation;
  private final LevelSearch found = new LevelSearch();

  /** Stands for the subject of a question about a userset, which no relation names alone. */
  private static final Node NO_ONE = Node.of(new Ref(0, -1, Symbols.NONE, ""));

  private @Nullable Node subject;
  private @Nullable Node secondName;
  private @Nullable Node everyone;

  Groups(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  void find(Node asked) {
    PolicySnapshot snapshot = evaluation.snapshot();
    found.begin();
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
    found.begin();
    subject = NO_ONE;
    secondName = null;
    everyone = null;
    if (evaluation.snapshot().isMembership(object.ref().type(), relation)) {
      enter(object, Truth.TRUE, 1, null);
      followAll();
    }
  }

  private void followAll() {
    for (int at = found.next(); at >= 0; at = found.next()) {
      Node group = group(at);
      follow(group, truth(at), found.level(at));
      follow(evaluation.snapshot().second(group), truth(at), found.level(at));
    }
  }

  void end() {
    found.end();
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
      int standing = Math.min(truth, evaluation.standing(membership));
      if (entry != null && entry.active() && standing != Truth.FALSE) {
        int certain = Math.min(standing, evaluation.truth(membership, membership.condition()));
        if (certain != Truth.FALSE) {
          enter(group, certain, level + 1, membership);
        }
      }
    }
  }

  private void enter(Node group, int truth, int level, @Nullable Tuple via) {
    if (found.enter(group, truth, level) && evaluation.trace() != null && via != null) {
      evaluation.trace().group(group, via.subject(), truth);
    }
  }

  boolean isLarge() {
    return found.isLarge();
  }

  public int count() {
    return found.count();
  }

  public Node group(int index) {
    return found.node(index);
  }

  /** Returns the truth of the subject being in the group at an index; never false. */
  public int truth(int index) {
    return found.truth(index);
  }

  int truth(Node group) {
    return found.truth(group.ref());
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
