package io.iamplane.decision.journal;

import java.util.List;
import java.util.UUID;

/** The index of a record among all lines of its block, as {@code BlockLines.all} has them. */
public record RecordPlace(UUID block, List<byte[]> lines, int index) {}
