package io.iamplane.decision.seal.check;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.seal.check.BlockRowsQuery.NamedBlock;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds added rows: blocks that no seal names and that wait for none, seals without a record, and
 * seals that name more blocks than their records vouch for. Each page is one snapshot.
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
  private final CheckResults results;

  StrayCheck(
      OrganizationId organization,
      SealRecordQuery records,
      SealRowsQuery seals,
      BlockRowsQuery blocks,
      Transactions transactions,
      Runnable requireTime,
      CheckResults results) {
    this.organization = organization;
    this.records = records;
    this.seals = seals;
    this.blocks = blocks;
    this.transactions = transactions;
    this.requireTime = requireTime;
    this.results = results;
  }

  private record Page(int size, UUID last) {}

  /** Adds to the results the blocks at or after an id that were added. */
  void blocksFrom(UUID first) {
    UUID next = first;
    Page page;
    do {
      page = blocks(next, BLOCKS);
      next = RecordIds.after(page.last());
    } while (page.size() >= BLOCKS);
  }

  /** Adds to the results those of at most {@code most} blocks at or after an id that were added. */
  void someBlocksFrom(UUID first, int most) {
    blocks(first, most);
  }

  /** Adds to the results the seals after an id that have rows and no record. */
  void sealsAfter(UUID after) {
    UUID next = after;
    Page page;
    do {
      page = seals(next);
      next = page.last();
    } while (page.size() == SEALS);
  }

  /**
   * Adds to the results the seals that name more blocks than their records vouch for, among records
   * from a moment on and up to a number.
   */
  void longerSeals(Instant from, long last) {
    SealRecordPages pages = new SealRecordPages(records, organization, from, last);
    List<SealRecord> page;
    do {
      page = longerSeals(pages);
    } while (!page.isEmpty());
  }

  private List<SealRecord> longerSeals(SealRecordPages pages) {
    requireTime.run();
    return transactions.callOnLongSnapshot(() -> {
      List<SealRecord> page = pages.next();
      Map<UUID, SealRecord> named = new LinkedHashMap<>();
      for (SealRecord each : page) {
        SealRecord.Contents contents = each.contents();
        if (contents != null) {
          named.put(contents.seal(), each);
        }
      }
      Set<UUID> longer =
          seals.longer(
              organization,
              List.copyOf(named.keySet()),
              named.values().stream().map(SealRecord::blocks).toList());
      named.forEach((seal, record) -> {
        if (longer.contains(seal)) {
          results.add(SealFinding.longer(record));
        }
      });
      return page;
    });
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
      page.stream()
          .filter(block -> isAdded(block, recorded))
          .forEach(block -> results.add(SealFinding.added(block.id(), block.seal())));
      return new Page(page.size(), page.isEmpty() ? first : page.getLast().id());
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
      page.stream()
          .filter(seal -> !recorded.contains(seal))
          .forEach(seal -> results.add(SealFinding.unrecorded(seal)));
      return new Page(page.size(), page.isEmpty() ? after : page.getLast());
    });
  }
}
