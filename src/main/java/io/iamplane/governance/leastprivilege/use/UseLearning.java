package io.iamplane.governance.leastprivilege.use;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.block.RecordTexts;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.decision.log.Outcome;
import io.iamplane.governance.leastprivilege.use.UseCounts.Counted;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Counts new decisions in the log of an organization, in steps that commit by themselves: the
 * counts of a step and its position are written together, so that a killed run and a second process
 * neither lose a decision nor count one twice.
 */
@Singleton
public class UseLearning {

  private static final int BLOCKS = 16;

  /** The maximum number of decisions of one step, counted in memory. */
  private static final int DECISIONS = 100_000;

  /** The log's minimum retention: after a longer gap, decisions may be missing. */
  private static final Duration KEPT = Duration.ofDays(95);

  private final GrantUseQuery uses;
  private final GrantUseStore store;
  private final DecisionJournal journal;
  private final Transactions transactions;

  UseLearning(
      GrantUseQuery uses, GrantUseStore store, DecisionJournal journal, Transactions transactions) {
    this.uses = uses;
    this.store = store;
    this.journal = journal;
    this.transactions = transactions;
  }

  /** The result of a run; complete if all decisions before the given time are counted. */
  public record Learned(UseState state, long decisions, boolean complete) {}

  /**
   * Continues to count.
   *
   * @param settled later blocks wait, since earlier decisions may still arrive
   * @param most the number of decisions, or somewhat more
   * @throws RuntimeException if a block is corrupt: its decisions must not look unused
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

  /** Writes the number of grants without a use for long, and deletes counts of revoked ones. */
  public void settle(OrganizationId organization, long stale, Instant at) {
    transactions.run(() -> {
      store.forgetRevoked(organization);
      store.stale(organization, stale, at);
    });
  }

  /** Reads only the deciding grant from a record of the decision log. */
  static final class UseReader {

    private final RecordTexts record =
        RecordTexts.quick(
            "at", "outcome", "subject", "key", RecordTexts.MATCH_TYPE, RecordTexts.MATCH_ID);

    /**
     * Reads the use of a grant; empty if the decision was a denial, or not by a grant.
     *
     * @param line one JSON object in UTF-8
     * @throws IllegalArgumentException if it is no record: an unreadable one must not look unused
     */
    Optional<Counted> read(byte[] line) {
      try {
        record.read(line);
      } catch (DamagedBodyException e) {
        throw new IllegalArgumentException(e);
      }
      if (!record.text("outcome").equals(Outcome.ALLOW.wire())
          || !record.text(RecordTexts.MATCH_TYPE).equals("grant")) {
        return Optional.empty();
      }
      UUID grant =
          UuidV7.parse(record.text(RecordTexts.MATCH_ID))
              .orElseThrow(
                  () -> new IllegalArgumentException("the id of the matched grant is not valid"));
      return Optional.of(
          new Counted(
              grant,
              record.text("subject"),
              record.text("key"),
              1,
              Instant.parse(record.text("at"))));
    }
  }
}
