package io.iamplane.audit.checkpoint;

import io.iamplane.chain.StoredCheckpoint;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A signed statement about a chain.
 *
 * @param size how many records it covers
 * @param root of the Merkle tree over them (RFC 6962), base64
 * @param headHash the hash of the last of them, in hexadecimal digits
 * @param note the signed text (C2SP signed-note, tlog-checkpoint)
 */
@RegisterForReflection
public record CheckpointView(
    long size, String root, String headHash, String note, Instant createdAt) {

  public static CheckpointView of(StoredCheckpoint checkpoint) {
    return new CheckpointView(
        checkpoint.size(),
        Base64.getEncoder().encodeToString(checkpoint.root()),
        HexFormat.of().formatHex(checkpoint.headHash()),
        checkpoint.note(),
        checkpoint.createdAt());
  }
}
