package io.iamplane.client;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.TreeSet;

/** The life of clients: how they are made, and how their keys change. */
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
    requireOwn(recording, request);
    Client client =
        new Client(
            issued.clientId(),
            request.organization(),
            request.subject(),
            ClientStatus.ACTIVE,
            development,
            Collections.unmodifiableSortedSet(new TreeSet<>(request.scopes())),
            recording.at(),
            ClientAuthMethod.CLIENT_SECRET,
            null);
    store.insert(recording, client, SecretHash.of(issued.secret(), random));
    recording.add(Effect.created(EventType.CLIENT_CREATED, TARGET, client.clientId(), client));
    return issued;
  }

  private String randomId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return "client_" + Base32.encode(id);
  }

  private static void requireOwn(Recording recording, NewClient request) {
    if (!request.organization().equals(recording.organization())) {
      throw new IllegalArgumentException("the change is of another organization than the client");
    }
  }

  /**
   * Makes an active client with a random name (128 bits) that proves itself by signatures. It has
   * no secret.
   *
   * @param recording of the client's organization
   */
  public Client createWithKeys(Recording recording, NewClient request, JsonWebKeys keys) {
    requireOwn(recording, request);
    Client client =
        new Client(
            randomId(),
            request.organization(),
            request.subject(),
            ClientStatus.ACTIVE,
            false,
            Collections.unmodifiableSortedSet(new TreeSet<>(request.scopes())),
            recording.at(),
            ClientAuthMethod.PRIVATE_KEY_JWT,
            keys.thumbprints());
    store.insertWithKeys(recording, client, keys);
    recording.add(Effect.created(EventType.CLIENT_CREATED, TARGET, client.clientId(), client));
    return client;
  }

  /**
   * Gives a client other keys, at once and in place of all that it had: to rotate, name the old one
   * beside the new one first. The keys that it has already leave no trace.
   *
   * @return the client as it is now
   * @throws IamException NOT_FOUND for a client that is unknown or another organization's, CONFLICT
   *     for one that is revoked or has a secret
   */
  public Client replaceKeys(Recording recording, String clientId, JsonWebKeys keys) {
    Client before =
        store
            .find(clientId)
            .map(ClientRow::client)
            .filter(client -> client.organization().equals(recording.organization()))
            .orElseThrow(IamException::notFound);
    if (before.status() != ClientStatus.ACTIVE) {
      throw IamException.conflict("The client is revoked.");
    }
    if (before.authMethod() != ClientAuthMethod.PRIVATE_KEY_JWT) {
      throw IamException.conflict("The client proves itself by a secret, not by keys.");
    }
    Client after = before.withKeys(keys);
    if (!after.equals(before)) {
      store.replaceKeys(recording, clientId, keys);
      recording.add(
          Effect.changed(EventType.CLIENT_KEYS_REPLACED, TARGET, clientId, before, after));
    }
    return after;
  }
}
