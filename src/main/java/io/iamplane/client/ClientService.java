package io.iamplane.client;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.Secret;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.TreeSet;

/** The life of clients; so far their beginning. */
@ApplicationScoped
public class ClientService {

  private static final String TARGET = "client";
  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 16;

  private final ClientStore store;
  private final SecureRandom random = new SecureRandom();

  ClientService(ClientStore store) {
    this.store = store;
  }

  /**
   * Makes an active client with a random name (128 bits) and a random secret (256 bits).
   *
   * @param recording of the client's organization
   * @return the secret, which nothing can show again
   */
  public IssuedClient create(Recording recording, NewClient client) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return insert(
        recording,
        client,
        new IssuedClient(
            randomId(), new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(secret))),
        false);
  }

  /**
   * Makes a client of a given name and secret for the demo tenant. The row is marked: in production
   * the token endpoint does not know such a client, and the start-up checks refuse to run beside
   * it.
   */
  public IssuedClient createDevelopment(
      Recording recording, NewClient client, String clientId, String secret) {
    return insert(recording, client, new IssuedClient(clientId, new Secret(secret)), true);
  }

  /** Whether any organization has a client of that name, whatever its status. */
  public boolean exists(String clientId) {
    return store.find(clientId).isPresent();
  }

  private IssuedClient insert(
      Recording recording, NewClient request, IssuedClient issued, boolean development) {
    if (!request.organization().equals(recording.organization())) {
      throw new IllegalArgumentException("the change is of another organization than the client");
    }
    Client client =
        new Client(
            issued.clientId(),
            request.organization(),
            request.subject(),
            ClientStatus.ACTIVE,
            development,
            Collections.unmodifiableSortedSet(new TreeSet<>(request.scopes())),
            recording.at());
    store.insert(recording, client, SecretHash.of(issued.secret(), random));
    recording.add(Effect.created(EventType.CLIENT_CREATED, TARGET, client.clientId(), client));
    return issued;
  }

  private String randomId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return "client_" + Base32.encode(id);
  }
}
