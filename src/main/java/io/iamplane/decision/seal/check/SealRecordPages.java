package io.iamplane.decision.seal.check;

import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.List;

/** Reads the records of seals in the order of their times, a page at a time. */
final class SealRecordPages {

  private static final int SIZE = 1_000;

  private final SealRecordQuery records;
  private final OrganizationId organization;
  private final long last;
  private Instant moment;
  private long seq;

  /** Begins with records of a moment and later, and ends with the record of a number. */
  SealRecordPages(SealRecordQuery records, OrganizationId organization, Instant from, long last) {
    this.records = records;
    this.organization = organization;
    this.moment = from;
    this.last = last;
  }

  /** Reads the next records, in a transaction; empty at the end. */
  List<SealRecord> next() {
    List<SealRecord> page = records.after(organization, moment, seq, last, SIZE);
    if (!page.isEmpty()) {
      moment = page.getLast().at();
      seq = page.getLast().seq();
    }
    return page;
  }
}
