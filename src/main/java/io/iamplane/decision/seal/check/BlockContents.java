package io.iamplane.decision.seal.check;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.block.BodyReader;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockRow;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Compares the columns of a block with values computed from its records, and the root of these with
 * the root in the block's seal. The body itself is compared by its records alone: their text has
 * more than one deflated form.
 */
record BlockContents(OrganizationId organization) {

  /** A block as a seal names it. */
  record SealedBlock(SealRecord seal, UUID id, byte @Nullable [] root) {}

  private record Rebuilt(Block block, byte[] filterWithoutAskers, ErasedRecords erased) {}

  private record Column(String name, String expected, @Nullable String found) {}

  /**
   * The first column, or record, that differs from the sealed state.
   *
   * @param recorded the erased records of the block, by the last audit record about it
   */
  Optional<Finding> difference(
      SealedBlock sealed, BlockRow row, InputStream body, ErasedRecords recorded) {
    Rebuilt rebuilt;
    try {
      rebuilt = rebuilt(body);
    } catch (DamagedBodyException e) {
      return Optional.of(
          SealFinding.altered(
              sealed.seal(), sealed.id(), "an undamaged body", String.valueOf(e.getMessage())));
    }
    return columns(sealed, row, rebuilt, recorded).stream()
        .filter(each -> !each.expected().equals(each.found()))
        .findFirst()
        .map(each ->
            SealFinding.altered(
                sealed.seal(),
                sealed.id(),
                each.name() + " " + each.expected(),
                each.name() + " " + each.found()));
  }

  private Rebuilt rebuilt(InputStream body) throws DamagedBodyException {
    BlockSummary summary = new BlockSummary();
    try (BodyReader reader = new BodyReader()) {
      reader.read(body, (text, length) -> RecordedLine.add(text, length, summary));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the body", e);
    }
    if (summary.isEmpty()) {
      throw new DamagedBodyException("a body without records");
    }
    return new Rebuilt(
        summary.block(organization, new byte[0]), summary.filterWithoutAskers(), summary.erased());
  }

  /** The leaves of erased records prove nothing about them: a record of the chain has to. */
  private static List<Column> columns(
      SealedBlock sealed, BlockRow row, Rebuilt rebuilt, ErasedRecords recorded) {
    Block block = rebuilt.block();
    String root = SealFinding.hex(sealed.root());
    byte[] filter =
        Arrays.equals(row.filter(), rebuilt.filterWithoutAskers())
            ? rebuilt.filterWithoutAskers()
            : block.filter();
    return List.of(
        new Column("computed root", root, SealFinding.hex(block.root())),
        new Column("root", root, SealFinding.hex(row.root())),
        new Column("id", block.id().toString(), sealed.id().toString()),
        new Column("last_id", block.lastId().toString(), row.lastId()),
        new Column("decisions", Integer.toString(block.decisions()), row.decisions()),
        new Column("denied", Integer.toString(block.denied()), row.denied()),
        new Column("step_up", Integer.toString(block.stepUp()), row.stepUp()),
        new Column("filter SHA-256", digest(filter), digest(row.filter())),
        new Column("erased records", text(recorded), text(rebuilt.erased())));
  }

  private static String text(ErasedRecords erased) {
    return "%d, root %s".formatted(erased.records(), erased.root());
  }

  /** A filter takes some thousands of bytes. */
  private static String digest(byte @Nullable [] filter) {
    return SealFinding.hex(filter == null ? null : Hashes.sha256(filter));
  }
}
