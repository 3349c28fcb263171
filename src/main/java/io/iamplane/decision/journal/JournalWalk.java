package io.iamplane.decision.journal;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all blocks of a time, the one that ends last first. Holds a few of them at a time,
 * deflated, and no connection between two readings. For one thread.
 */
public final class JournalWalk {

  private static final int HEADS_AT_ONCE = 200;

  /** The decisions of one reading: a block of a busy tenant, or many of a quiet one. */
  private static final int DECISIONS_AT_ONCE = 8_192;

  private final BlockReader blocks;
  private final Transactions transactions;
  private final OrganizationId organization;
  private final UUID from;
  private final UUID before;
  private final Deque<BlockHead> heads = new ArrayDeque<>();
  private final Deque<WalkedBlock> ready = new ArrayDeque<>();
  private UUID end;
  private boolean last;
  private Predicate<BlockHead> wanted = _ -> true;

  /**
   * @param lastId no record of this block or of those that follow is later
   * @param body null when the block went away after it was found, with its day
   */
  public record WalkedBlock(UUID lastId, int decisions, byte @Nullable [] body) {

    /**
     * Returns the records, the earliest first, each a JSON object in UTF-8, without erased ones.
     *
     * @throws RuntimeException when the body is damaged
     */
    public List<byte[]> lines() {
      return body == null ? List.of() : BlockLines.of(body);
    }

    /**
     * Returns the lines as {@link BlockLines#all} does.
     *
     * @throws RuntimeException when the body is damaged
     */
    public List<byte[]> allLines() {
      return body == null ? List.of() : BlockLines.all(body);
    }
  }

  JournalWalk(
      BlockReader blocks,
      Transactions transactions,
      OrganizationId organization,
      UUID from,
      UUID before) {
    this.blocks = blocks;
    this.transactions = transactions;
    this.organization = organization;
    this.from = from;
    this.before = before;
    this.end = RecordIds.firstOf(RecordIds.minute(before) + 1);
  }

  JournalWalk only(Predicate<BlockHead> some) {
    wanted = some;
    return this;
  }

  /** The next block, which stays the next one; null at the end. */
  public @Nullable WalkedBlock peek() {
    while (ready.isEmpty() && !(last && heads.isEmpty())) {
      transactions.run(this::read);
    }
    return ready.peek();
  }

  /** Takes the next block; null at the end. */
  public @Nullable WalkedBlock next() {
    WalkedBlock next = peek();
    ready.poll();
    return next;
  }

  private void read() {
    if (heads.isEmpty() && !last) {
      List<BlockHead> some = blocks.heads(organization, end, from, before, HEADS_AT_ONCE);
      last = some.size() < HEADS_AT_ONCE;
      end = some.isEmpty() ? end : some.getLast().lastId();
      some.stream().filter(wanted).forEach(heads::add);
    }
    Deque<BlockHead> few = new ArrayDeque<>();
    int decisions = 0;
    while (!heads.isEmpty()
        && (few.isEmpty() || decisions + heads.element().decisions() <= DECISIONS_AT_ONCE)) {
      BlockHead head = heads.remove();
      decisions += head.decisions();
      few.add(head);
    }
    if (few.isEmpty()) {
      return;
    }
    Map<UUID, byte[]> bodies =
        blocks.bodies(organization, few.stream().map(BlockHead::id).toList());
    few.forEach(
        head -> ready.add(new WalkedBlock(head.lastId(), head.decisions(), bodies.get(head.id()))));
  }
}
