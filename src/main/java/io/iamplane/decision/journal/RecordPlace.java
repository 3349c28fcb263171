package io.iamplane.decision.journal;

import java.util.List;
import java.util.UUID;

/**
 * The place of a record.
 *
 * @param lines all records of its block, as they are written
 * @param index the record's own
 */
public record RecordPlace(UUID block, List<byte[]> lines, int index) {}
