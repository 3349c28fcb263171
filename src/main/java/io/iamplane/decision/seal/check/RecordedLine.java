package io.iamplane.decision.seal.check;

import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordTexts;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.UuidV7;
import java.util.Arrays;

/** Reads the fields of a record that its block's columns repeat; nothing vouches for those. */
public final class RecordedLine {

  private static final String[] FIELDS = {
    "id", "outcome", "subject", "key", "resource", "asked_by"
  };

  private static final String UNORDERED = "records that are out of order";

  private RecordedLine() {}

  /**
   * Adds a record, or the line that an erasure left of one, to a summary.
   *
   * @param text begins with the record, of so many bytes
   * @throws DamagedBodyException if it is not a record of a decision, or does not follow the last
   */
  public static void add(byte[] text, int length, BlockSummary to) throws DamagedBodyException {
    if (ErasedRecord.isIn(text, length)) {
      addErased(text, length, to);
      return;
    }
    add(to, RecordTexts.whole(FIELDS).read(text, length), text, length);
  }

  private static void addErased(byte[] text, int length, BlockSummary to)
      throws DamagedBodyException {
    ErasedRecord erased =
        ErasedRecord.read(text, length)
            .orElseThrow(() -> new DamagedBodyException("an invalid line for an erased record"));
    try {
      to.add(erased);
    } catch (IllegalArgumentException e) {
      throw new DamagedBodyException(UNORDERED);
    }
    count(outcome(erased.outcome()), to);
  }

  private static void add(BlockSummary to, RecordTexts record, byte[] text, int length)
      throws DamagedBodyException {
    if (!record.has("id", "subject", "key")) {
      throw new DamagedBodyException("a record without an id, a subject or a key");
    }
    Outcome came = outcome(record.text("outcome"));
    try {
      to.add(
          UuidV7.parse(record.text("id"))
              .orElseThrow(() -> new DamagedBodyException("a record without a valid decision id")),
          text,
          length);
    } catch (IllegalArgumentException e) {
      throw new DamagedBodyException(UNORDERED);
    }
    count(came, to);
    to.nameSubject(record.text("subject"));
    to.nameKey(record.text("key"));
    if (record.has("resource")) {
      to.nameResource(record.text("resource"));
    }
    if (record.has("asked_by")) {
      to.nameAsker(record.text("asked_by"));
    }
  }

  private static void count(Outcome outcome, BlockSummary to) {
    switch (outcome) {
      case ALLOW -> {}
      case DENY -> to.countDenied(false);
      case STEP_UP -> to.countDenied(true);
    }
  }

  private static Outcome outcome(String text) throws DamagedBodyException {
    return Arrays.stream(Outcome.values())
        .filter(each -> each.wire().equals(text))
        .findFirst()
        .orElseThrow(() -> new DamagedBodyException("a record without a valid outcome"));
  }
}
