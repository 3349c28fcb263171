package io.iamplane.client;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.SortedSet;

/**
 * An OAuth client without its secret, which is also its image in audit records and events.
 *
 * @param subject whom its tokens stand for
 * @param development whether its secret is known to everybody
 * @param scopes what it may ask for, in order
 */
@RegisterForReflection(targets = {Client.class, SubjectRef.class})
public record Client(
    String clientId,
    OrganizationId organization,
    SubjectRef subject,
    ClientStatus status,
    boolean development,
    SortedSet<String> scopes,
    Instant createdAt) {}
