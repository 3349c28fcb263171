package io.iamplane.directory.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth client without its secret, which is also its image in audit records and events.
 *
 * @param subject the account of its tokens
 * @param development true if its secret is public
 * @param scopes the scopes that it may request, in order
 * @param authMethod its authentication; images without it are of clients with a secret
 * @param keys the thumbprints (RFC 7638) of its public keys by key id; none if it has a secret
 * @param dpopBoundAccessTokens true if it gets no token without a DPoP proof (RFC 9449, section
 *     5.2)
 * @param secretRotatedAt the last replacement of its secret; null: never
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
    ClientAuthMethod authMethod,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> keys,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dpopBoundAccessTokens,
    @Nullable Instant secretRotatedAt) {

  @SuppressWarnings("NullAway") // older images have neither a method nor keys
  public Client {
    authMethod = Objects.requireNonNullElse(authMethod, ClientAuthMethod.CLIENT_SECRET);
    keys =
        keys == null || keys.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(keys));
  }

  /** The same client, active, with a secret made at a time. */
  Client rotated(Instant at) {
    return with(ClientStatus.ACTIVE, scopes, keys, dpopBoundAccessTokens, at);
  }

  Client revoked() {
    return with(ClientStatus.REVOKED, scopes, keys, dpopBoundAccessTokens, secretRotatedAt);
  }

  Client withScopes(SortedSet<String> newScopes) {
    return with(status, newScopes, keys, dpopBoundAccessTokens, secretRotatedAt);
  }

  Client withKeys(JsonWebKeys replacing) {
    return with(status, scopes, replacing.thumbprints(), dpopBoundAccessTokens, secretRotatedAt);
  }

  Client withDpop(boolean bound) {
    return with(status, scopes, keys, bound, secretRotatedAt);
  }

  private Client with(
      ClientStatus newStatus,
      SortedSet<String> newScopes,
      SortedMap<String, String> newKeys,
      boolean bound,
      @Nullable Instant rotatedAt) {
    return new Client(
        clientId,
        organization,
        subject,
        newStatus,
        development,
        newScopes,
        createdAt,
        authMethod,
        newKeys,
        bound,
        rotatedAt);
  }
}
