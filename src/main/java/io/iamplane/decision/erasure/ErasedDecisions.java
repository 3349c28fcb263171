package io.iamplane.decision.erasure;

import io.iamplane.audit.chain.EventType;
import io.iamplane.audit.erasure.ErasableCopies;
import io.iamplane.audit.erasure.PersonNames;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BlockSummary.Erased;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.erasure.BlockErasure.Rewritten;
import io.iamplane.decision.erasure.ErasedBlockStore.StoredBody;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Erases recorded decisions that name a person. Each block that loses records keeps their hashes,
 * so that its seal still proves the others, and has a record of the audit chain. A few blocks are
 * rewritten in one transaction; an interrupted erasure keeps its progress, and a repeated one skips
 * erased records.
 */
@Singleton
class ErasedDecisions implements ErasableCopies {

  /** The blocks of one transaction; each takes a megabyte or two, and a few more inflated. */
  private static final int BLOCKS = 8;

  /** A block spans a minute at most, and is written some seconds later. */
  private static final Duration BEFORE = Duration.ofMinutes(2);

  private static final UUID START = new UUID(0, 0);

  private final ErasedBlockStore store;
  private final Changes changes;
  private final Transactions transactions;

  ErasedDecisions(ErasedBlockStore store, Changes changes, Transactions transactions) {
    this.store = store;
    this.changes = changes;
    this.transactions = transactions;
  }

  /**
   * The part of a record about a block.
   *
   * @param records how many records of the block are erased, the earlier ones too
   * @param root the root of the tree over the lines in their places, in hexadecimal digits
   */
  @RegisterForReflection
  record ErasedBlock(int records, String root) {}

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public int erase(OrganizationId organization, PersonNames names, Instant since) {
    BlockErasure erasure = new BlockErasure(organization, names);
    UUID next = since.equals(Instant.EPOCH) ? START : RecordIds.firstOf(since.minus(BEFORE));
    int erased = 0;
    List<StoredBody> portion = portion(organization, next);
    while (!portion.isEmpty()) {
      List<Rewritten> blocks = portion.stream().map(erasure::of).flatMap(Optional::stream).toList();
      int replaced = blocks.isEmpty() ? 0 : replace(organization, blocks);
      erased += replaced;
      // Another erasure may have replaced some meanwhile: then these are read again.
      boolean all = replaced == blocks.stream().mapToInt(Rewritten::records).sum();
      next = all ? RecordIds.after(portion.getLast().id()) : next;
      portion = portion(organization, next);
    }
    return erased;
  }

  private List<StoredBody> portion(OrganizationId organization, UUID first) {
    return transactions.call(() -> store.from(organization, first, BLOCKS));
  }

  private int replace(OrganizationId organization, List<Rewritten> blocks) {
    return changes.record(
        Change.operational(
            Caller.job(organization, "decision-erasure", UuidV7.next().toString()),
            organization,
            recording -> replace(recording, blocks)));
  }

  private int replace(Recording recording, List<Rewritten> blocks) {
    int records = 0;
    for (Rewritten block : blocks) {
      if (store.replace(recording, block)) {
        Erased erased = block.erased();
        add(recording, block.block().id(), new ErasedBlock(erased.records(), erased.root()));
        records += block.records();
      }
    }
    return records;
  }

  private static void add(Recording recording, UUID block, ErasedBlock erased) {
    recording.add(
        Effect.created(EventType.SUBJECT_ERASED, DecisionSeals.BLOCK, block.toString(), erased));
  }
}
