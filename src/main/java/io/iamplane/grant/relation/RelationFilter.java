package io.iamplane.grant.relation;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/** Which relations are meant; what is null does not restrict them. */
public record RelationFilter(
    @Nullable SubjectRef subject, @Nullable String relation, @Nullable SubjectRef object) {}
