package io.iamplane.governance.duty;

import io.iamplane.grant.duty.DutyRule;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;

/**
 * A violation of a duty rule.
 *
 * @param subject everyone of a type is {@code user:*}, and each with further permissions is listed
 *     too
 * @param held the permissions of the rule that it holds
 * @param excepted true if an exception allows it now
 */
@RegisterForReflection
public record DutyViolationView(
    UUID rule,
    String ruleName,
    DutyRule.Mode mode,
    String subject,
    List<String> held,
    boolean excepted) {}
