package io.iamplane.key;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Singleton
class SigningKeyStore extends RowStore<SigningKeyStore.SigningKeyEntity, KeyRow, String> {

  /** All keys of a purpose, those that ended too, the oldest first. */
  List<KeyRow> of(KeyPurpose purpose) {
    return all("purpose = ?1 order by publishedAt, kid", purpose.wire());
  }

  /** The data key of a key that can sign, or is about to; empty when it has no private part. */
  Optional<WrappedKey> dataKey(String kid) {
    return at(kid).map(KeyRow::privateKey).map(SealedKey::dataKey);
  }

  /** Replaces the wrapping of a data key, and nothing else. */
  void rewrap(Recording recording, String kid, WrappedKey wrapped) {
    update(recording, kid, entity -> entity.wrap(wrapped));
  }

  void insert(Recording recording, KeyRow row) {
    insert(recording, SigningKeyEntity.of(row), row);
  }

  void update(Recording recording, KeyRow row) {
    update(recording, row.key().kid(), row);
  }

  @Entity
  @Table(name = "iam_signing_keys")
  static class SigningKeyEntity implements RowStore.Row<KeyRow> {

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
}
