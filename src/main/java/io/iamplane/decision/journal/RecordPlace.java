package io.iamplane.decision.journal;

import java.util.List;
import java.util.UUID;

/**
 * The place of a record.
 *
 * @param lines all lines of its block: records as they are written, and the rest of erased ones
 * @param index the record's own
 */
public record RecordPlace(UUID block, List<byte[]> lines, int index) {}
