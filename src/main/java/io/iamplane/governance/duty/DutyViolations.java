package io.iamplane.governance.duty;

import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.engine.HeldPermissions;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds violations of duty rules, from the policy in memory. Each page checks the rules from its
 * position on, up to a bound of its work.
 */
@Singleton
class DutyViolations {

  /** A page ends with the rule that goes beyond so many grants and memberships. */
  static final int PAGE_STEPS = 500_000;

  /** One rule may take so many by itself. */
  private static final int RULE_STEPS = 3_000_000;

  private final PolicyDrafts drafts;
  private final Clock clock;

  DutyViolations(PolicyDrafts drafts, Clock clock) {
    this.drafts = drafts;
    this.clock = clock;
  }

  /**
   * A page, in the order of the rules and then of the subjects.
   *
   * @param only a rule; null: all
   * @throws IamException TOO_MANY_REQUESTS when one rule takes more work than a request may;
   *     VALIDATION for a position that no page has
   */
  Page<DutyViolationView> page(OrganizationId organization, PageRequest page, @Nullable UUID only) {
    TenantPolicy policy = Objects.requireNonNull(drafts.base(organization).policy());
    Position after = Position.parse(page.after());
    Instant now = clock.instant();
    List<DutyViolationView> found = new ArrayList<>();
    int spent = 0;
    for (DutyRule rule : policy.duties()) {
      if ((only != null && !rule.id().value().equals(only)) || after.isBeyond(rule)) {
        continue;
      }
      HeldPermissions held =
          new HeldPermissions(policy.snapshot(), rule.permissions(), now, RULE_STEPS);
      List<DutyViolationView> broken = broken(rule, held, now, after);
      for (DutyViolationView each : broken) {
        if (found.size() == page.limit()) {
          return new Page<>(found, Position.of(found.getLast()));
        }
        found.add(each);
      }
      spent += RULE_STEPS - held.stepsLeft();
      if (spent > PAGE_STEPS && !rule.id().equals(policy.duties().getLast().id())) {
        return new Page<>(found, rule.id() + " " + Position.END);
      }
    }
    return new Page<>(found, null);
  }

  private static List<DutyViolationView> broken(
      DutyRule rule, HeldPermissions held, Instant now, Position after) {
    Map<SubjectRef, Long> all;
    try {
      all = held.all();
    } catch (HeldPermissions.TooWideException e) {
      throw IamException.of(
          ErrorCode.TOO_MANY_REQUESTS,
          "Checking one of the duty rules exceeds the work limit of a request. Request the other "
              + "rules one at a time with 'filter[rule]'.");
    }
    return all.entrySet().stream()
        .filter(each -> rule.isBroken(each.getValue()))
        .map(each ->
            new DutyViolationView(
                rule.id().value(),
                rule.name(),
                rule.mode(),
                each.getKey().toString(),
                rule.permissions(each.getValue()),
                rule.excepts(each.getKey(), now)))
        .filter(each -> !after.isBeyond(each))
        .sorted(Comparator.comparing(DutyViolationView::subject))
        .toList();
  }

  /** The end of a page; before all rules if {@code rule} is null. */
  private record Position(@Nullable UUID rule, String subject) {

    /** Comes after every subject. */
    static final String END = "~";

    static String of(DutyViolationView last) {
      return last.rule() + " " + last.subject();
    }

    static Position parse(@Nullable String text) {
      if (text == null) {
        return new Position(null, "");
      }
      int space = text.indexOf(' ');
      UUID rule = space < 0 ? null : UuidV7.parse(text.substring(0, space)).orElse(null);
      if (rule == null) {
        throw IamException.validation("cursor", "not a valid cursor for this list");
      }
      return new Position(rule, text.substring(space + 1));
    }

    boolean isBeyond(DutyRule other) {
      return rule != null && other.id().value().compareTo(rule) < 0;
    }

    boolean isBeyond(DutyViolationView other) {
      return other.rule().equals(rule) && other.subject().compareTo(subject) <= 0;
    }
  }
}
