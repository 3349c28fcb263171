package io.iamplane.client;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth client without its secret, which is also its image in audit records and events.
 *
 * @param subject whom its tokens stand for
 * @param development whether its secret is known to everybody
 * @param scopes what it may ask for, in order
 * @param secretRotatedAt when its secret was replaced last; null: never
 */
@RegisterForReflection(targets = {Client.class, SubjectRef.class})
public record Client(
    String clientId,
    OrganizationId organization,
    SubjectRef subject,
    ClientStatus status,
    boolean development,
    SortedSet<String> scopes,
    Instant createdAt,
    @Nullable Instant secretRotatedAt) {

  Client rotated(Instant at) {
    return new Client(
        clientId, organization, subject, ClientStatus.ACTIVE, development, scopes, createdAt, at);
  }

  Client revoked() {
    return new Client(
        clientId,
        organization,
        subject,
        ClientStatus.REVOKED,
        development,
        scopes,
        createdAt,
        secretRotatedAt);
  }

  Client with(SortedSet<String> newScopes) {
    return new Client(
        clientId,
        organization,
        subject,
        status,
        development,
        newScopes,
        createdAt,
        secretRotatedAt);
  }
}
