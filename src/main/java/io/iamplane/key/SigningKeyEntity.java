package io.iamplane.key;

import io.iamplane.change.RowStore;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.WireName;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_signing_keys}; never leaves this package. */
@Entity
@Table(name = "iam_signing_keys")
class SigningKeyEntity implements RowStore.Row<KeyRow> {

  @Id String kid;
  String purpose;
  String alg;
  String status;
  byte[] publicKey;
  byte @Nullable [] sealedPrivate;
  byte @Nullable [] wrappedDataKey;
  int sealVersion;
  @Nullable String provider;
  @Nullable String providerKeyVersion;
  Instant publishedAt;
  @Nullable Instant activatedAt;
  boolean activatedEarly;
  @Nullable Instant supersededAt;
  @Nullable Instant retiredAt;
  @Nullable Instant revokedAt;

  static SigningKeyEntity of(KeyRow row) {
    SigningKeyEntity entity = new SigningKeyEntity();
    entity.kid = row.key().kid();
    entity.publishedAt = row.key().publishedAt();
    return entity;
  }

  @Override
  public void take(KeyRow row, Instant at) {
    SealedKey sealed = row.privateKey();
    purpose = row.key().purpose().wire();
    alg = row.key().alg();
    status = row.key().status().wire();
    publicKey = row.publicKey();
    sealedPrivate = sealed == null ? null : sealed.sealed();
    wrappedDataKey = sealed == null ? null : sealed.dataKey().bytes();
    sealVersion = row.sealVersion();
    provider = sealed == null ? null : sealed.dataKey().provider();
    providerKeyVersion = sealed == null ? null : sealed.dataKey().keyVersion();
    activatedAt = row.key().activatedAt();
    activatedEarly = row.key().activatedEarly();
    supersededAt = row.key().supersededAt();
    retiredAt = row.key().status() == KeyStatus.RETIRED ? row.key().endedAt() : null;
    revokedAt = row.key().status() == KeyStatus.REVOKED ? row.key().endedAt() : null;
  }

  void wrap(WrappedKey wrapped) {
    wrappedDataKey = wrapped.bytes();
    provider = wrapped.provider();
    providerKeyVersion = wrapped.keyVersion();
  }

  @Override
  public KeyRow value() {
    SigningKey key =
        new SigningKey(
            kid,
            WireName.of(KeyPurpose.class, purpose),
            alg,
            WireName.of(KeyStatus.class, status),
            publishedAt,
            activatedAt,
            activatedEarly,
            supersededAt,
            retiredAt == null ? revokedAt : retiredAt,
            null);
    SealedKey sealed =
        sealedPrivate == null
            ? null
            : new SealedKey(
                new WrappedKey(
                    Objects.requireNonNull(provider),
                    Objects.requireNonNull(providerKeyVersion),
                    Objects.requireNonNull(wrappedDataKey)),
                sealedPrivate);
    return new KeyRow(key, publicKey, sealVersion, sealed);
  }
}
