package io.iamplane.key;

import io.iamplane.audit.chain.CheckpointReader;
import jakarta.inject.Singleton;

/** Whether those who verify would accept a key; not, where the operator pins other audit keys. */
@Singleton
class KeyTrust {

  private final CheckpointReader checkpoints;
  private final AuditKeys keys;

  KeyTrust(CheckpointReader checkpoints, AuditKeys keys) {
    this.checkpoints = checkpoints;
    this.keys = keys;
  }

  boolean isTrusted(KeyRow row) {
    return switch (row.key().purpose()) {
      case TOKEN -> true;
      case AUDIT -> checkpoints.trusted().contains(keys.verifier(row));
    };
  }

  /** What the operator pins so that an audit key counts. */
  String verifierKey(KeyRow row) {
    return keys.verifier(row).toString();
  }
}
