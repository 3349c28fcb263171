package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A rule as the wire shows it, with {@code all_of} or {@code at_most}; see {@link DutyRule}. */
@RegisterForReflection
public record DutyRuleView(
    UUID id,
    String name,
    @Nullable List<String> allOf,
    @Nullable AtMostView atMost,
    DutyRule.Mode mode,
    List<ExemptionView> exceptions,
    Instant createdAt) {

  /** The limit; see {@link AtMost}. */
  @RegisterForReflection
  public record AtMostView(int n, List<String> of) {}

  /** An exception; see {@link DutyRule.Exemption}. An ended one stays until the rule is changed. */
  @RegisterForReflection
  public record ExemptionView(String subject, Instant until, String justification) {}

  static DutyRuleView of(DutyRule rule) {
    Integer most = rule.atMost();
    return new DutyRuleView(
        rule.id().value(),
        rule.name(),
        most == null ? rule.permissions() : null,
        most == null ? null : new AtMostView(most, rule.permissions()),
        rule.mode(),
        rule.exceptions().stream()
            .map(each ->
                new ExemptionView(each.subject().toString(), each.until(), each.justification()))
            .toList(),
        rule.createdAt());
  }
}
