package io.iamplane.directory.client;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import jakarta.inject.Singleton;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_clients}, as they are written. */
@Singleton
class ClientStore extends RowStore<ClientEntity, Client, ClientKey> {

  void insert(Recording recording, Client client, SecretHash secret) {
    ClientEntity row = ClientEntity.of(recording.organization(), client, recording.at());
    row.secret(secret);
    insert(recording, row, client);
  }

  void insertWithKeys(Recording recording, Client client, JsonWebKeys keys) {
    ClientEntity row = ClientEntity.of(recording.organization(), client, recording.at());
    row.jwks = keys.json();
    insert(recording, row, client);
  }

  /** Replaces the secret; the present one keeps on working until {@code graceEnds}, if at all. */
  void rotate(Recording recording, Client client, SecretHash secret, @Nullable Instant graceEnds) {
    update(
        recording,
        key(recording, client.clientId()),
        row -> {
          row.keepSecret(graceEnds);
          row.secret(secret);
          row.status = client.status().wire();
          row.secretRotatedAt = client.secretRotatedAt();
          row.updatedAt = recording.at();
        });
  }

  /** Writes the accounts that know a client's credential. */
  void control(Recording recording, String clientId, String[] controllers) {
    update(recording, key(recording, clientId), row -> row.controllers = controllers);
  }

  /** Writes status and scopes; a revoked client's previous secret is forgotten at once. */
  void update(Recording recording, Client client) {
    update(
        recording,
        key(recording, client.clientId()),
        row -> {
          row.take(client, recording.at());
          if (client.status() == ClientStatus.REVOKED) {
            row.keepSecret(null);
          }
        });
  }

  void replaceKeys(Recording recording, String clientId, JsonWebKeys keys) {
    update(
        recording,
        key(recording, clientId),
        row -> {
          row.jwks = keys.json();
          row.updatedAt = recording.at();
        });
  }

  private static ClientKey key(Recording recording, String clientId) {
    return new ClientKey(recording.organization().value(), clientId);
  }
}
