package io.iamplane.governance.leastprivilege.advice;

import org.jspecify.annotations.Nullable;

/**
 * A finding of a rule, before its proof.
 *
 * @param target its object, unique within a type: {@code grant:<id>}, {@code role:<key>}, {@code
 *     user:<id>}, or a duty rule's id and a subject
 * @param subject the holder, {@code type:id}; null if there are many
 */
public record Candidate(
    RecommendationType type,
    String target,
    @Nullable String subject,
    Severity severity,
    Evidence evidence,
    RecommendedChange change) {}
