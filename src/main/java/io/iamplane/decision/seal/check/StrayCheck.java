package io.iamplane.decision.seal.check;

import io.iamplane.audit.verifier.Finding;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.seal.check.BlockRowsQuery.NamedBlock;
import io.iamplane.shared.OrganizationId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Looks for what was added: blocks that no seal names and that wait for none, and seals without a
 * record. Each page is one snapshot.
 */
final class StrayCheck {

  private static final int BLOCKS = 10_000;
  private static final int SEALS = 1_000;

  private final OrganizationId organization;
  private final SealRecordQuery records;
  private final SealRowsQuery seals;
  private final BlockRowsQuery blocks;
  private final Transactions transactions;
  private final Runnable requireTime;

  StrayCheck(
      OrganizationId organization,
      SealRecordQuery records,
      SealRowsQuery seals,
      BlockRowsQuery blocks,
      Transactions transactions,
      Runnable requireTime) {
    this.organization = organization;
    this.records = records;
    this.seals = seals;
    this.blocks = blocks;
    this.transactions = transactions;
    this.requireTime = requireTime;
  }

  private record Page(int size, UUID last, Optional<Finding> finding) {}

  /** The first block at or after an id that was added. */
  Optional<Finding> blocksFrom(UUID first) {
    UUID next = first;
    Page page;
    do {
      page = blocks(next, BLOCKS);
      next = RecordIds.after(page.last());
    } while (page.finding().isEmpty() && page.size() >= BLOCKS);
    return page.finding();
  }

  /** The same among some blocks alone. */
  Optional<Finding> someBlocksFrom(UUID first, int most) {
    return blocks(first, most).finding();
  }

  /** The first seal after an id that has rows and no record. */
  Optional<Finding> sealsAfter(UUID after) {
    UUID next = after;
    Page page;
    do {
      page = seals(next);
      next = page.last();
    } while (page.finding().isEmpty() && page.size() == SEALS);
    return page.finding();
  }

  private Page blocks(UUID first, int most) {
    requireTime.run();
    return transactions.callOnLongSnapshot(() -> {
      List<NamedBlock> page = blocks.from(organization, first, most);
      Set<UUID> recorded =
          records.recorded(
              organization,
              page.stream()
                  .map(NamedBlock::seal)
                  .filter(Objects::nonNull)
                  .collect(Collectors.toSet()));
      return new Page(
          page.size(),
          page.isEmpty() ? first : page.getLast().id(),
          page.stream()
              .filter(block -> isAdded(block, recorded))
              .findFirst()
              .map(block -> SealFinding.added(block.id(), block.seal())));
    });
  }

  private static boolean isAdded(NamedBlock block, Set<UUID> recorded) {
    UUID seal = block.seal();
    return seal == null ? !block.waits() : !recorded.contains(seal);
  }

  private Page seals(UUID after) {
    requireTime.run();
    return transactions.callOnLongSnapshot(() -> {
      List<UUID> page = seals.sealsAfter(organization, after, SEALS);
      Set<UUID> recorded = records.recorded(organization, page);
      return new Page(
          page.size(),
          page.isEmpty() ? after : page.getLast(),
          page.stream()
              .filter(seal -> !recorded.contains(seal))
              .findFirst()
              .map(SealFinding::unrecorded));
    });
  }
}
