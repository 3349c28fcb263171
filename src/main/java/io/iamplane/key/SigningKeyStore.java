package io.iamplane.key;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_signing_keys}. */
@Singleton
class SigningKeyStore extends RowStore<SigningKeyEntity, KeyRow, String> {

  Optional<SigningKey> active(KeyPurpose purpose) {
    return one("purpose = ?1 and status = ?2", purpose.wire(), KeyStatus.ACTIVE.wire())
        .map(KeyRow::key);
  }

  void insert(Recording recording, KeyRow row) {
    insert(recording, SigningKeyEntity.of(row, recording.at()), row);
  }
}
