package io.iamplane.leastprivilege.advice;

import org.jspecify.annotations.Nullable;

/**
 * What a rule found, before it is proved.
 *
 * @param target what it is about; one of a type stands for each: {@code grant:<id>}, {@code
 *     role:<key>}, {@code user:<id>}, or a duty rule's id and a subject
 * @param subject who holds it, {@code type:id}; null when that are many
 */
public record Candidate(
    RecommendationType type,
    String target,
    @Nullable String subject,
    Severity severity,
    Evidence evidence,
    RecommendedChange change) {}
