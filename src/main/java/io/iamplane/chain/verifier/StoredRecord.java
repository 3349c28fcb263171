package io.iamplane.chain.verifier;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code iam_audit_records} as it is there, with nothing vouching for it. The actor is
 * {@code type:id}.
 */
record StoredRecord(
    long seq,
    UUID id,
    Instant occurredAt,
    String eventType,
    String actor,
    String targetType,
    String targetId,
    @Nullable String application,
    String riskLevel,
    String correlationId,
    String canonical,
    byte[] previousHash,
    byte[] hash) {}
