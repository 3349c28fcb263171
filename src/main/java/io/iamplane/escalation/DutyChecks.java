package io.iamplane.escalation;

import io.iamplane.decision.engine.HeldPermissions;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Compares the violations of a rule by two policies, before and after a change. */
final class DutyChecks {

  /** For all rules of a change together: about half a second under the tenant's lock. */
  static final int MOST_STEPS = 600_000;

  private static final String EVERYONE = "*";

  private final PolicySnapshot before;
  private final PolicySnapshot after;
  private final Instant at;
  private int steps;

  DutyChecks(PolicySnapshot before, PolicySnapshot after, Instant at) {
    this(before, after, at, MOST_STEPS);
  }

  /** With another bound, for tests. */
  DutyChecks(PolicySnapshot before, PolicySnapshot after, Instant at, int steps) {
    this.before = before;
    this.after = after;
    this.at = at;
    this.steps = steps;
  }

  /**
   * Demands that none of some subjects, or of the members of those that are groups, breaks the rule
   * further than before. CONFLICT naming the rule.
   */
  void requireKept(DutyRule rule, Collection<SubjectRef> subjects) {
    compare(
        rule,
        (then, now) -> {
          for (SubjectRef subject : subjects) {
            if (!subject.type().equals(SubjectRef.GROUP)) {
              require(rule, now.canonical(subject), then.of(subject), now.of(subject));
            } else if (now.of(subject) != 0) {
              requireOfMembers(rule, subject, then, now);
            }
          }
        });
  }

  private void requireOfMembers(
      DutyRule rule, SubjectRef group, HeldPermissions then, HeldPermissions now) {
    List<SubjectRef> members = new ArrayList<>();
    now.forEachMember(group, members::add);
    if (members.stream().anyMatch(member -> member.id().equals(EVERYONE))) {
      // Everyone of a type is in it, with whatever each holds besides.
      requireOfAll(rule, then, now);
      return;
    }
    members.forEach(member -> require(rule, member, then.of(member), now.of(member)));
  }

  /** Checks all subjects, like {@link #requireKept}. */
  void requireKeptByAll(DutyRule rule) {
    compare(rule, (then, now) -> requireOfAll(rule, then, now));
  }

  private void requireOfAll(DutyRule rule, HeldPermissions then, HeldPermissions now) {
    for (Map.Entry<SubjectRef, Long> each : now.all().entrySet()) {
      if (rule.isBroken(each.getValue())) {
        require(rule, each.getKey(), then.of(each.getKey()), each.getValue());
      }
    }
  }

  /**
   * Checks, like {@link #requireKeptByAll}, after a change of roles and permissions alone: checks
   * no subject if none of them contains more of the rule's permissions than before.
   */
  void requireKeptByCatalog(DutyRule rule) {
    if (held(rule, after).coversMoreThan(held(rule, before))) {
      requireKeptByAll(rule);
    }
  }

  private void require(DutyRule rule, SubjectRef subject, long then, long now) {
    boolean further = (now & ~then) != 0;
    if (rule.isBroken(now) && further && !rule.excepts(subject, at)) {
      throw IamException.conflict(
              "This would break the duty rule \"%s\": %s would hold %s."
                  .formatted(rule.name(), subject, String.join(", ", rule.permissions(now))))
          .with("duty_rule", rule.id().toString());
    }
  }

  private HeldPermissions held(DutyRule rule, PolicySnapshot snapshot) {
    return new HeldPermissions(snapshot, rule.permissions(), at, steps);
  }

  private void compare(DutyRule rule, BiConsumer<HeldPermissions, HeldPermissions> check) {
    try {
      HeldPermissions then = held(rule, before);
      HeldPermissions now = held(rule, after);
      check.accept(then, now);
      steps -= 2 * steps - then.stepsLeft() - now.stepsLeft();
    } catch (HeldPermissions.TooWideException e) {
      throw IamException.conflict(
              "This change affects too many subjects to check the duty rule \"%s\". Change fewer"
                      .formatted(rule.name())
                  + " subjects at a time, or temporarily set the rule's mode to 'detect'.")
          .with("duty_rule", rule.id().toString());
    }
  }
}
