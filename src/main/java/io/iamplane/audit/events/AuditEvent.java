package io.iamplane.audit.events;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A record as it is shown.
 *
 * @param fields the canonical text's members, personal values put back where they were not erased
 */
record AuditEvent(long seq, UUID id, Instant occurredAt, byte[] hash, Map<String, Object> fields) {}
