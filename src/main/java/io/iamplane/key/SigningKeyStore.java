package io.iamplane.key;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import jakarta.inject.Singleton;
import java.util.List;

/** The rows of {@code iam_signing_keys}. */
@Singleton
class SigningKeyStore extends RowStore<SigningKeyEntity, KeyRow, String> {

  /** All keys of a purpose, those that ended too, the oldest first. */
  List<KeyRow> of(KeyPurpose purpose) {
    return all("purpose = ?1 order by publishedAt, kid", purpose.wire());
  }

  void insert(Recording recording, KeyRow row) {
    insert(recording, SigningKeyEntity.of(row), row);
  }

  void update(Recording recording, KeyRow row) {
    update(recording, row.key().kid(), row);
  }
}
