package io.iamplane.decision.block;

import io.iamplane.shared.OrganizationId;
import java.util.UUID;

/** Puts the records of one tenant and minute into a block, in the order of their ids. */
public final class BlockBuilder {

  private static final byte[] LINE_FEED = {'\n'};

  private final OrganizationId organization;
  private final BlockDeflater deflater;
  private final BlockSummary summary = new BlockSummary();

  /**
   * Begins a block.
   *
   * @param deflater makes no other until this is built
   */
  public BlockBuilder(OrganizationId organization, BlockDeflater deflater) {
    this.organization = organization;
    this.deflater = deflater;
    deflater.begin();
  }

  /**
   * Adds a record.
   *
   * @param id the decision's, as in the record, and after that of the record before
   * @param text begins with the record: one JSON object in UTF-8, without a line feed
   * @param length of the record, in bytes
   */
  public void add(UUID id, byte[] text, int length) {
    summary.add(id, text, length);
    deflater.append(text, length);
    deflater.append(LINE_FEED, 1);
  }

  /** Counts a denial, or one that a higher assurance would allow. */
  public void countDenied(boolean forAssurance) {
    summary.countDenied(forAssurance);
  }

  /** Notes that who was asked about, {@code type:id}, is in a record. */
  public void nameSubject(String subject) {
    summary.nameSubject(subject);
  }

  /** Notes that a permission, or {@code type#name}, is in a record. */
  public void nameKey(String key) {
    summary.nameKey(key);
  }

  /** Notes that what was asked about, {@code type:id}, is in a record. */
  public void nameResource(String resource) {
    summary.nameResource(resource);
  }

  /**
   * The block of what was added.
   *
   * @throws IllegalStateException when there is no record
   */
  public Block build() {
    return summary.block(organization, deflater.end());
  }
}
