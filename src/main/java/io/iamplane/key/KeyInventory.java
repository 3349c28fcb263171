package io.iamplane.key;

import io.iamplane.database.Transactions;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.lifecycle.Lifecycle;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All signing keys of the installation as they may be shown. */
@Singleton
public class KeyInventory {

  private final SigningKeyQuery query;
  private final AuditKeys auditKeys;
  private final Transactions transactions;
  private final Lifecycle lifecycle;

  KeyInventory(
      SigningKeyQuery query, AuditKeys auditKeys, Transactions transactions, KeyConfig config) {
    this.query = query;
    this.auditKeys = auditKeys;
    this.transactions = transactions;
    this.lifecycle = new Lifecycle(config.rotationInterval(), config.overlap());
  }

  /** All of them, those that ended too: purpose by purpose, the oldest first. */
  public List<KeyView> all() {
    return transactions.call(() ->
        Arrays.stream(KeyPurpose.values())
            .flatMap(purpose -> query.all(purpose).stream())
            .map(this::view)
            .toList());
  }

  /** A page of them, the oldest first. */
  public Page<KeyView> page(
      PageRequest page, @Nullable KeyPurpose purpose, @Nullable KeyStatus status) {
    return transactions.call(() -> query.page(page, purpose, status).map(this::view));
  }

  private KeyView view(KeyRow row) {
    SigningKey key = row.key();
    KeyState state = key.state();
    return new KeyView(
        key.kid(),
        key.purpose(),
        key.alg(),
        key.status(),
        key.publishedAt(),
        key.status() == KeyStatus.PENDING ? Lifecycle.signsFrom(state) : null,
        key.activatedAt(),
        key.activatedEarly(),
        lifecycle.retiresAt(state).orElse(null),
        key.endedAt(),
        key.purpose() == KeyPurpose.AUDIT ? auditKeys.verifier(row).toString() : null);
  }
}
