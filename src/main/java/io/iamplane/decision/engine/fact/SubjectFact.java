package io.iamplane.decision.engine.fact;

import io.iamplane.shared.SubjectRef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the directory, or an imported object of any other type.
 *
 * @param ref unique in a tenant
 * @param externalId a second name, unique per type; an id of the same text takes precedence
 * @param active true if it may act, be a group, or pass a relation on
 * @param attributes override the request's properties of the same subject or resource
 */
public record SubjectFact(
    SubjectRef ref, @Nullable String externalId, boolean active, Map<String, Object> attributes)
    implements Fact {}
