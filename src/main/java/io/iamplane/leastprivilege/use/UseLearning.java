package io.iamplane.leastprivilege.use;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.journal.JournalFeed;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Counts what is new in the decision log of an organization, in steps that commit by themselves:
 * the counts of a step and the place up to which it read are written together, so that a killed run
 * and a second process neither lose nor double a decision.
 */
@Singleton
public class UseLearning {

  private static final int BLOCKS = 16;

  /** Of one step: so many are counted in memory at most. */
  private static final int DECISIONS = 100_000;

  /** The log keeps so much at least: what was not counted for longer may have gone uncounted. */
  private static final Duration KEPT = Duration.ofDays(95);

  private final GrantUseQuery uses;
  private final GrantUseStore store;
  private final JournalFeed journal;
  private final Transactions transactions;

  UseLearning(
      GrantUseQuery uses, GrantUseStore store, JournalFeed journal, Transactions transactions) {
    this.uses = uses;
    this.store = store;
    this.journal = journal;
    this.transactions = transactions;
  }

  /**
   * What a run counted.
   *
   * @param complete whether nothing older than the given moment is left
   */
  public record Learned(UseState state, long decisions, boolean complete) {}

  /**
   * Counts on.
   *
   * @param settled what is later may yet be joined by earlier decisions, and waits
   * @param most how many decisions, or somewhat more
   * @throws RuntimeException when a block is not what was written: what it says is not unused
   */
  public Learned learn(OrganizationId organization, Instant settled, long most, Instant now) {
    UseState state = uses.state(organization).orElse(null);
    if (state == null) {
      transactions.run(() -> store.begin(organization, now));
      state = uses.state(organization).orElseThrow();
    }
    if (Duration.between(state.at(), now).compareTo(KEPT) > 0) {
      state = new UseState(state.readUntil(), null, state.decisions(), state.at());
    }
    long decisions = 0;
    boolean complete = false;
    while (!complete && decisions < most) {
      Step step = read(organization, state, settled, now);
      if (step.decisions() > 0 && !write(organization, state, step, now)) {
        // Another process counts: what it leaves is for the next run.
        return new Learned(uses.state(organization).orElseThrow(), decisions, false);
      }
      state = step.to();
      decisions += step.decisions();
      complete = step.last();
    }
    return new Learned(state, decisions, complete);
  }

  private record Step(UseState to, UseCounts counts, long decisions, boolean last) {}

  private Step read(OrganizationId organization, UseState from, Instant settled, Instant now) {
    UseReader reader = new UseReader();
    UseCounts counts = new UseCounts();
    UUID until = from.readUntil();
    Instant first = from.countedFrom();
    long decisions = 0;
    boolean last = false;
    while (!last && decisions < DECISIONS) {
      List<WalkedBlock> blocks =
          journal.after(organization, until, RecordIds.firstOf(settled), BLOCKS);
      for (WalkedBlock block : blocks) {
        for (byte[] line : block.lines()) {
          reader.read(line).ifPresent(counts::add);
        }
        first = first == null ? RecordIds.time(block.lastId()) : first;
        decisions += block.decisions();
        until = block.lastId();
      }
      last = blocks.size() < BLOCKS;
    }
    return new Step(
        new UseState(until, first, from.decisions() + decisions, now), counts, decisions, last);
  }

  private boolean write(OrganizationId organization, UseState from, Step step, Instant now) {
    return transactions.call(() -> {
      boolean first = store.goOn(organization, from, step.to(), now);
      if (first) {
        store.add(organization, step.counts().all());
      }
      return first;
    });
  }

  /** Begins to count from nothing: decisions are recorded where they cannot be read. */
  public void interrupt(OrganizationId organization) {
    transactions.run(() -> store.interrupt(organization));
  }

  /** Notes how many grants no decision used for long, and forgets what was revoked. */
  public void settle(OrganizationId organization, long stale, Instant at) {
    transactions.run(() -> {
      store.forgetRevoked(organization);
      store.stale(organization, stale, at);
    });
  }
}
