package io.iamplane.decision.seal.check;

import io.iamplane.chain.tree.MerkleRoot;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.seal.check.SealRecord.Contents;
import io.iamplane.decision.seal.check.SealRowsQuery.SealRow;
import io.iamplane.decision.seal.check.SealRowsQuery.SealedRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of a seal with its record: the seal's own row, and the rows of the blocks that
 * it names. The record vouches for their roots and order.
 */
final class SealRowsCheck {

  private SealRowsCheck() {}

  /**
   * @param seals the rows of the seal, which should be one
   * @param blocks the rows of its blocks in their order, one more than there should be at most
   * @param retained at a moment after the rows were read
   */
  static Optional<Finding> compare(
      SealRecord record, List<SealRow> seals, List<SealedRow> blocks, Retained retained) {
    Contents contents = record.contents();
    if (contents == null) {
      return mismatch(
          record, "contents that this version can read", "contents that this version cannot read");
    }
    if (seals.isEmpty() && blocks.isEmpty() && retained.mayLack(record)) {
      return Optional.empty();
    }
    if (seals.size() != 1) {
      return mismatch(record, "one row", seals.isEmpty() ? null : seals.size() + " rows");
    }
    return seal(record, contents, seals.getFirst())
        .or(() -> order(record, contents, blocks))
        .or(() -> root(record, contents, blocks));
  }

  private static Optional<Finding> seal(SealRecord record, Contents contents, SealRow row) {
    return differs(record, "blocks", String.valueOf(contents.blocks()), row.blocks())
        .or(() -> differs(record, "decisions", "" + contents.decisions(), row.decisions()))
        .or(() -> differs(record, "root", contents.root(), SealFinding.hex(row.root())))
        .or(() -> differs(record, "sealed_at", record.at().toString(), row.sealedAt().toString()));
  }

  private static Optional<Finding> order(
      SealRecord record, Contents contents, List<SealedRow> rows) {
    if (rows.size() != contents.blocks()) {
      return rows.size() > contents.blocks()
          ? Optional.of(SealFinding.longer(record))
          : mismatch(record, "block count " + contents.blocks(), "block count " + rows.size());
    }
    for (int i = 0; i < rows.size(); i++) {
      SealedRow row = rows.get(i);
      if (!Integer.toString(i).equals(row.position())) {
        return mismatch(record, "a block at position " + i, "position " + row.position());
      }
      if (i > 0 && RecordIds.ORDER.compare(rows.get(i - 1).block(), row.block()) >= 0) {
        return mismatch(
            record,
            "blocks in ascending order",
            "block %s at position %d".formatted(row.block(), i));
      }
    }
    return differs(
            record, "first block", contents.first().toString(), rows.getFirst().block().toString())
        .or(() ->
            differs(
                record,
                "last block",
                contents.last().toString(),
                rows.getLast().block().toString()));
  }

  private static Optional<Finding> root(
      SealRecord record, Contents contents, List<SealedRow> rows) {
    MerkleRoot tree = new MerkleRoot();
    for (SealedRow row : rows) {
      byte[] root = row.root();
      tree.add(root == null ? new byte[0] : root, root == null ? 0 : root.length);
    }
    return differs(record, "computed root", contents.root(), SealFinding.hex(tree.bytes()));
  }

  private static Optional<Finding> differs(
      SealRecord record, String name, String expected, @Nullable String found) {
    return expected.equals(found)
        ? Optional.empty()
        : mismatch(record, name + " " + expected, name + " " + found);
  }

  private static Optional<Finding> mismatch(
      SealRecord record, String expected, @Nullable String found) {
    return Optional.of(SealFinding.mismatch(record, expected, found));
  }
}
