package io.iamplane.decision.erasure;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.block.BodyReader;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.erasure.ErasedBlockStore.StoredBlock;
import io.iamplane.decision.seal.check.RecordedLine;
import io.iamplane.shared.OrganizationId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Deflater;

/** Takes the records about a person out of blocks, one after the other. For one thread. */
final class BlockErasure {

  /** More than a block inflates to with the buffer of a log; what is longer takes too long. */
  private static final long MOST = 128L * 1024 * 1024;

  private final OrganizationId organization;
  private final ErasedPerson person;
  private final long most;
  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);

  BlockErasure(OrganizationId organization, ErasedPerson person) {
    this(organization, person, MOST);
  }

  /** Takes another limit of the bytes that a block inflates to. */
  BlockErasure(OrganizationId organization, ErasedPerson person, long most) {
    this.organization = organization;
    this.person = person;
    this.most = most;
  }

  /** A block without the person's records: all its erased records, and the number of new ones. */
  record Rewritten(Block block, ErasedRecords erased, int records) {}

  /**
   * Rewrites a block; empty when no record of it is about the person.
   *
   * @param recorded the erased records of the block, by the last audit record about it
   * @throws DamagedBodyException when it differs from the sealed or recorded state: rewritten, it
   *     would be recorded as if it were right
   */
  Optional<Rewritten> of(StoredBlock stored, ErasedRecords recorded) throws DamagedBodyException {
    byte[] body = stored.body();
    if (body == null) {
      throw new DamagedBodyException("a body that exceeds the maximum size");
    }
    Lines lines = new Lines();
    try (BodyReader reader = new BodyReader()) {
      reader.read(new ByteArrayInputStream(body), lines);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the body from memory", e);
    }
    if (lines.before.isEmpty()) {
      throw new DamagedBodyException("a body without records");
    }
    requireSealed(stored, lines.before.block(organization, body));
    if (!lines.before.erased().equals(recorded)) {
      throw new DamagedBodyException("erased records that differ from the audit log");
    }
    return lines.records == 0
        ? Optional.empty()
        : Optional.of(
            new Rewritten(lines.after.build(), lines.after.summary().erased(), lines.records));
  }

  private static void requireSealed(StoredBlock stored, Block block) throws DamagedBodyException {
    requireSame("root", Arrays.equals(block.root(), stored.sealedRoot()));
    requireSame("root", Arrays.equals(block.root(), stored.root()));
    requireSame("id", block.id().equals(stored.id()));
    requireSame("last_id", block.lastId().equals(stored.lastId()));
    requireSame("decisions", block.decisions() == stored.decisions());
    requireSame("denied", block.denied() == stored.denied());
    requireSame("step_up", block.stepUp() == stored.stepUp());
  }

  private static void requireSame(String column, boolean same) throws DamagedBodyException {
    if (!same) {
      throw new DamagedBodyException("records that do not match " + column);
    }
  }

  private final class Lines implements BodyReader.Visitor {

    private final BlockSummary before = new BlockSummary();
    private final BlockBuilder after = new BlockBuilder(organization, deflater);
    private long bytes;
    private int records;

    @Override
    public void visit(byte[] text, int length) throws DamagedBodyException {
      bytes += length;
      if (bytes > most) {
        throw new DamagedBodyException("a body that exceeds the maximum size when inflated");
      }
      RecordedLine.add(text, length, before);
      ErasedRecord erased =
          ErasedRecord.isIn(text, length) ? null : person.erase(text, length).orElse(null);
      if (erased == null) {
        add(Arrays.copyOf(text, length));
      } else {
        add(erased.line());
        records++;
      }
    }

    private void add(byte[] line) throws DamagedBodyException {
      RecordedLine.add(line, line.length, after.summary());
      after.append(line);
    }
  }
}
