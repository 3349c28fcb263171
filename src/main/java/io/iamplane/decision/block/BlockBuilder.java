package io.iamplane.decision.block;

import io.iamplane.shared.OrganizationId;
import java.util.UUID;

/** Puts the records of one tenant and minute into a block, in the order of their ids. */
public final class BlockBuilder {

  private final OrganizationId organization;
  private final BlockDeflater deflater;
  private final RecordEncoder records;
  private final BlockSummary summary = new BlockSummary();

  /** The deflater makes no other body until this block is built. */
  public BlockBuilder(OrganizationId organization, BlockDeflater deflater) {
    this.organization = organization;
    this.deflater = deflater;
    this.records = new RecordEncoder(deflater);
  }

  /**
   * Adds a record.
   *
   * @param id the decision's, as in the record, and after that of the record before
   * @param record one JSON object in UTF-8
   */
  public void add(UUID id, byte[] record) {
    summary.add(id, record, record.length);
    append(record);
  }

  /** Adds the text of a line, unchanged later, that the summary was given before. */
  public void append(byte[] line) {
    records.add(line);
  }

  public BlockSummary summary() {
    return summary;
  }

  /**
   * @throws IllegalStateException when there is no record
   */
  public Block build() {
    return summary.block(organization, deflater.end());
  }
}
