package io.iamplane.key;

import io.iamplane.chain.CheckpointReader;
import jakarta.inject.Singleton;

/** Checks that verifiers would accept a key; an operator's pinned audit keys exclude others. */
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

  /** The form in which the operator pins an audit key. */
  String verifierKey(KeyRow row) {
    return keys.verifier(row).toString();
  }
}
