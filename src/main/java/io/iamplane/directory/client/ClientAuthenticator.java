package io.iamplane.directory.client;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Secret;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks a presented secret, and finds the keys that authenticate a client. Waits for the database:
 * not within a transaction, whose connection would wait as well.
 */
@Singleton
public class ClientAuthenticator {

  private final Function<String, Optional<ClientRow>> clients;
  private final Clock clock;
  private final boolean production;

  @Inject
  ClientAuthenticator(ClientQuery store, Transactions transactions, Clock clock, LaunchMode mode) {
    this(grouped(store, transactions)::call, clock, mode == LaunchMode.NORMAL);
  }

  /** Groups concurrent lookups of clients. */
  private static GroupedCalls<String, Optional<ClientRow>> grouped(
      ClientQuery store, Transactions transactions) {
    return GroupedCalls.reading(
        transactions,
        ids -> {
          Map<String, ClientRow> found = store.findAll(new HashSet<>(ids));
          return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
        });
  }

  ClientAuthenticator(
      Function<String, Optional<ClientRow>> clients, Clock clock, boolean production) {
    this.clients = clients;
    this.clock = clock;
    this.production = production;
  }

  /**
   * Compares the secret with the client's, and with the previous one while its grace lasts. An
   * unknown client costs the same two comparisons, so that time does not tell which clients exist.
   *
   * @return empty for an unknown client, a wrong secret, a client that has keys, a client,
   *     organization or subject that is not active, and in production for a client of development
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the database fails
   */
  public Optional<AuthenticatedClient> authenticate(String clientId, Secret presented) {
    Optional<ClientRow> found = lookup(clientId);
    SecretHash current = found.map(ClientRow::secret).orElse(SecretHash.NONE);
    SecretHash previous = found.flatMap(this::previous).orElse(SecretHash.NONE);
    // Both comparisons always happen, so that the time reveals nothing.
    boolean matchesCurrent = current.matches(presented);
    boolean matchesPrevious = previous.matches(presented);
    boolean matches = matchesCurrent || matchesPrevious;
    return found
        .filter(row -> matches && mayAsk(row, ClientAuthMethod.CLIENT_SECRET))
        .map(row -> new AuthenticatedClient(row.client(), row.platform(), row.policyVersion()));
  }

  /**
   * Looks up the client that an assertion names, before its signature is verified.
   *
   * @return one that nothing proves for an unknown client, a client that has a secret, and a
   *     client, organization or subject that is not active
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the database fails
   */
  public ClaimedClient claimed(String clientId) {
    return new ClaimedClient(
        lookup(clientId).filter(row -> mayAsk(row, ClientAuthMethod.PRIVATE_KEY_JWT)).orElse(null));
  }

  private Optional<ClientRow> lookup(String clientId) {
    // PostgreSQL text cannot hold NUL; no client has such a name.
    return clientId.indexOf('\0') >= 0 ? Optional.empty() : clients.apply(clientId);
  }

  private Optional<SecretHash> previous(ClientRow row) {
    return Optional.ofNullable(row.previous())
        .filter(previous -> clock.instant().isBefore(previous.expiresAt()))
        .map(ClientRow.Previous::secret);
  }

  private boolean mayAsk(ClientRow row, ClientAuthMethod method) {
    return row.client().authMethod() == method
        && row.client().status() == ClientStatus.ACTIVE
        && row.active()
        && !(production && row.client().development());
  }
}
