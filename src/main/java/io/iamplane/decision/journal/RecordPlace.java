package io.iamplane.decision.journal;

import java.util.List;
import java.util.UUID;

/**
 * The place of a record.
 *
 * @param lines all lines of its block, as they are written: records, and an {@link
 *     io.iamplane.decision.block.ErasedRecord} in the place of each erased one
 * @param index the record's own
 */
public record RecordPlace(UUID block, List<byte[]> lines, int index) {}
