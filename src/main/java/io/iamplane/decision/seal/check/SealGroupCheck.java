package io.iamplane.decision.seal.check;

import io.iamplane.audit.verifier.Finding;
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
 */
final class SealGroupCheck {

  private static final int AT_ONCE = 1_000;

  private final OrganizationId organization;
  private final SealRowsQuery seals;
  private final BlockRowsQuery blocks;
  private final BlockReads reads;
  private final Supplier<Retained> retained;
  private final CheckedCounts counts;

  /**
   * @param retained asked after the rows were read
   */
  SealGroupCheck(
      OrganizationId organization,
      SealRowsQuery seals,
      BlockRowsQuery blocks,
      BlockReads reads,
      Supplier<Retained> retained,
      CheckedCounts counts) {
    this.organization = organization;
    this.seals = seals;
    this.blocks = blocks;
    this.reads = reads;
    this.retained = retained;
    this.counts = counts;
  }

  /** A seal whose rows are those of its record, with its blocks in their order. */
  private record Named(SealRecord seal, List<SealedBlock> blocks) {}

  /** The first thing that is not as it was sealed. */
  Optional<Finding> check(List<SealRecord> records, BlockChoice choice) {
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
      if (finding.isPresent()) {
        return finding;
      }
      if (!names.isEmpty()) {
        counts.addSeal();
      }
      named.add(
          new Named(
              record,
              names.stream()
                  .map(row -> new SealedBlock(record, row.block(), row.root()))
                  .toList()));
    }
    return blocks(named, choice);
  }

  private Optional<Finding> blocks(List<Named> named, BlockChoice choice) {
    Map<UUID, BlockSize> sizes =
        sizes(named.stream().flatMap(each -> each.blocks().stream()).map(SealedBlock::id).toList());
    Retained kept = retained.get();
    for (Named each : named) {
      for (SealedBlock block : each.blocks()) {
        Optional<Finding> finding = size(block, sizes.get(block.id()), kept);
        if (finding.isPresent()) {
          return finding;
        }
      }
      Optional<Finding> finding = contents(each, sizes, choice).or(() -> sum(each, sizes));
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
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
    counts.addBlock();
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

  private Optional<Finding> contents(Named named, Map<UUID, BlockSize> sizes, BlockChoice choice) {
    BitSet chosen = choice.among(named.blocks().size());
    return reads.check(chosen.stream().mapToObj(named.blocks()::get).toList(), sizes);
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
                "blocks of %d decisions".formatted(named.seal().decisions()),
                "blocks of %d decisions".formatted(decisions)));
  }
}
