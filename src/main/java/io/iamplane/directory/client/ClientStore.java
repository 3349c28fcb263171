package io.iamplane.directory.client;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_clients}, as they are written. */
@Singleton
class ClientStore extends RowStore<ClientStore.ClientEntity, Client, ClientStore.ClientKey> {

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

  @Entity
  @Table(name = "iam_clients")
  static class ClientEntity implements RowStore.Row<Client> {

    @EmbeddedId ClientKey id;
    String subjectType;
    String subjectId;
    String status;
    boolean development;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] scopes;

    byte @Nullable [] secretSalt;
    byte @Nullable [] secretHash;
    byte @Nullable [] previousSecretSalt;
    byte @Nullable [] previousSecretHash;
    @Nullable Instant previousSecretExpiresAt;
    @Nullable Instant secretRotatedAt;
    boolean dpopBoundAccessTokens;
    String authMethod;

    @JdbcTypeCode(SqlTypes.JSON)
    @Nullable String jwks;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] controllers = {};

    Instant createdAt;
    Instant updatedAt;

    static ClientEntity of(OrganizationId organization, Client client, Instant createdAt) {
      ClientEntity row = new ClientEntity();
      row.id = new ClientKey(organization.value(), client.clientId());
      row.subjectType = client.subject().type();
      row.subjectId = client.subject().id();
      row.development = client.development();
      row.authMethod = client.authMethod().wire();
      row.createdAt = createdAt;
      return row;
    }

    @Override
    public void take(Client client, Instant at) {
      status = client.status().wire();
      scopes = client.scopes().toArray(String[]::new);
      dpopBoundAccessTokens = client.dpopBoundAccessTokens();
      updatedAt = at;
    }

    void secret(SecretHash secret) {
      secretSalt = secret.salt();
      secretHash = secret.hash();
    }

    /** The present secret keeps on working until then; not at all when that is null. */
    void keepSecret(@Nullable Instant until) {
      previousSecretSalt = until == null ? null : secretSalt;
      previousSecretHash = until == null ? null : secretHash;
      previousSecretExpiresAt = until;
    }

    @Override
    public Client value() {
      return new Client(
          id.clientId(),
          new OrganizationId(id.organizationId()),
          new SubjectRef(subjectType, subjectId),
          WireName.of(ClientStatus.class, status),
          development,
          Collections.unmodifiableSortedSet(new TreeSet<>(List.of(scopes))),
          createdAt,
          WireName.of(ClientAuthMethod.class, authMethod),
          jwks == null ? Collections.emptySortedMap() : JsonWebKeys.stored(jwks).thumbprints(),
          dpopBoundAccessTokens,
          secretRotatedAt);
    }
  }

  @Embeddable
  record ClientKey(UUID organizationId, String clientId) implements Serializable {}
}
