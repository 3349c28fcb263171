package io.iamplane.directory.client;

import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_clients}; never leaves this package. */
@Entity
@Table(name = "iam_clients")
class ClientEntity implements RowStore.Row<Client> {

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
        jwks == null ? null : JsonWebKeys.stored(jwks).thumbprints(),
        dpopBoundAccessTokens,
        secretRotatedAt);
  }
}
