package io.iamplane.decision.engine.fact;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group: the relation {@code member} on {@code group:<group>}, and the same thing to
 * the engine as a {@link RelationFact} that says so.
 *
 * @param id unique among memberships and relations
 * @param group the group's id or external id
 * @param member a subject, everyone of a type ({@code user:*}), or another group
 */
public record MembershipFact(
    String id, String group, SubjectRef member, @Nullable Condition condition) implements Fact {}
