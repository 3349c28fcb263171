package io.iamplane.key;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.WrappedKey;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** The rows of {@code iam_signing_keys}. */
@Singleton
class SigningKeyStore extends RowStore<SigningKeyEntity, KeyRow, String> {

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
}
