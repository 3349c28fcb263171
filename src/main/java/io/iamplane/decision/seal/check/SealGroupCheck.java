package io.iamplane.decision.seal.check;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.decision.seal.check.BlockContents.SealedBlock;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockSize;
import io.iamplane.decision.seal.check.SealRowsQuery.SealedRow;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares a few seals with their records, and the blocks that they name with the seals, on one
 * snapshot. It holds the names of these blocks, and {@link BlockReads} a few bodies.
 *
 * @param retained asked after the rows were read
 */
record SealGroupCheck(
    OrganizationId organization,
    SealRowsQuery seals,
    BlockRowsQuery blocks,
    BlockReads reads,
    Supplier<Retained> retained,
    CheckResults results) {

  private static final int AT_ONCE = 1_000;

  /** A seal with its blocks in their order; sound if its rows match its record. */
  private record Named(SealRecord seal, List<SealedBlock> blocks, boolean sound) {}

  void check(List<SealRecord> records, BlockChoice choice) {
    List<SealRecord.Contents> contents =
        records.stream().map(SealRecord::contents).filter(Objects::nonNull).toList();
    List<UUID> ids = contents.stream().map(SealRecord.Contents::seal).toList();
    var rows = seals.seals(organization, ids);
    var sealed =
        seals.blocks(
            organization, ids, contents.stream().map(SealRecord.Contents::blocks).toList());
    Retained kept = retained.get();
    List<Named> named = new ArrayList<>();
    for (SealRecord record : records) {
      UUID id = record.contents() == null ? new UUID(0, 0) : record.contents().seal();
      List<SealedRow> names = sealed.getOrDefault(id, List.of());
      Optional<Finding> finding =
          SealRowsCheck.compare(record, rows.getOrDefault(id, List.of()), names, kept);
      finding.ifPresent(results::add);
      if (!names.isEmpty()) {
        results.addSeal();
      }
      named.add(
          new Named(
              record,
              names.stream().map(row -> new SealedBlock(record, row.block(), row.root())).toList(),
              finding.isEmpty()));
    }
    blocks(named, choice);
  }

  private void blocks(List<Named> named, BlockChoice choice) {
    Map<UUID, BlockSize> sizes =
        sizes(named.stream().flatMap(each -> each.blocks().stream()).map(SealedBlock::id).toList());
    Retained kept = retained.get();
    for (Named each : named) {
      long before = results.found();
      reads.check(likely(each.blocks(), sizes, kept, choice), sizes);
      if (each.sound() && results.found() == before) {
        sum(each, sizes).ifPresent(results::add);
      }
    }
  }

  /** The chosen blocks among those that are as they should be by their columns. */
  private List<SealedBlock> likely(
      List<SealedBlock> blocks, Map<UUID, BlockSize> sizes, Retained kept, BlockChoice choice) {
    BitSet chosen = choice.among(blocks.size());
    List<SealedBlock> likely = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      SealedBlock block = blocks.get(i);
      Optional<Finding> finding = size(block, sizes.get(block.id()), kept);
      finding.ifPresent(results::add);
      if (finding.isEmpty() && chosen.get(i)) {
        likely.add(block);
      }
    }
    return likely;
  }

  private Map<UUID, BlockSize> sizes(List<UUID> ids) {
    Map<UUID, BlockSize> found = new HashMap<>();
    for (int from = 0; from < ids.size(); from += AT_ONCE) {
      found.putAll(
          blocks.sizes(organization, ids.subList(from, Math.min(ids.size(), from + AT_ONCE))));
    }
    return found;
  }

  private Optional<Finding> size(SealedBlock block, @Nullable BlockSize size, Retained kept) {
    if (size == null) {
      return kept.mayLack(block.id())
          ? Optional.empty()
          : Optional.of(SealFinding.missing(block.seal(), block.id()));
    }
    results.addBlock();
    if (size.rows() > 1) {
      return Optional.of(SealFinding.repeated(block.seal(), block.id()));
    }
    return Arrays.equals(size.root(), block.root())
        ? Optional.empty()
        : Optional.of(
            SealFinding.altered(
                block.seal(),
                block.id(),
                "root " + SealFinding.hex(block.root()),
                "root " + SealFinding.hex(size.root())));
  }

  /** Sums up the rows of blocks, which may not be read; only where all blocks are there. */
  private static Optional<Finding> sum(Named named, Map<UUID, BlockSize> sizes) {
    long decisions = 0;
    for (SealedBlock block : named.blocks()) {
      BlockSize size = sizes.get(block.id());
      if (size == null) {
        return Optional.empty();
      }
      decisions += size.decisions();
    }
    return named.blocks().isEmpty() || decisions == named.seal().decisions()
        ? Optional.empty()
        : Optional.of(
            SealFinding.mismatch(
                named.seal(),
                "%d decisions in its blocks".formatted(named.seal().decisions()),
                "%d decisions in its blocks".formatted(decisions)));
  }
}
