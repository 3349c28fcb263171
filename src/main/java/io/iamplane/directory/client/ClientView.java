package io.iamplane.directory.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A client's state as the wire shows it; see {@link Client} for the other members.
 *
 * @param hasSecret true if it authenticates by a secret, which cannot be shown
 * @param keys absent if it has none
 * @param previousSecretExpiresAt the end of the grace period of the secret before the last rotation
 * @param clientSecret shown in the answer that made it and never again; else absent
 */
@RegisterForReflection
public record ClientView(
    String clientId,
    String subject,
    ClientStatus status,
    SortedSet<String> scopes,
    ClientAuthMethod auth,
    boolean hasSecret,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> keys,
    boolean dpopBoundAccessTokens,
    Instant createdAt,
    @Nullable Instant secretRotatedAt,
    @Nullable Instant previousSecretExpiresAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientSecret) {

  /** Shows a client, and the secret if one was made for it just now. */
  public static ClientView of(ClientState state, @Nullable IssuedClient issued) {
    Client client = state.client();
    return new ClientView(
        client.clientId(),
        client.subject().toString(),
        client.status(),
        client.scopes(),
        client.authMethod(),
        client.authMethod() == ClientAuthMethod.CLIENT_SECRET,
        client.keys(),
        client.dpopBoundAccessTokens(),
        client.createdAt(),
        client.secretRotatedAt(),
        state.previousSecretExpiresAt(),
        issued == null ? null : issued.secret().reveal());
  }
}
