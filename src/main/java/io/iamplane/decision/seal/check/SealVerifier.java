package io.iamplane.decision.seal.check;

import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.chain.verifier.VerificationTimeoutException;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.log.DecisionLogConfig;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Verifies sealed decisions in the database. A snapshot spans a few seals, so that none lasts; in
 * memory are the names of their blocks and a few megabytes of bodies. Without seals a run costs a
 * few reads.
 */
@Singleton
final class SealVerifier implements SealedDecisions {

  /** The clocks of two servers differ by less: so much earlier may a later record seem. */
  private static final Duration CLOCKS = Duration.ofHours(1);

  /** A snapshot spans seals of so many blocks and decisions, unless one seal has more. */
  private static final int BLOCKS_AT_ONCE = 5_000;

  private static final long DECISIONS_AT_ONCE = 250_000;

  private static final int SEALS_AT_ONCE = 200;

  /** An hourly run reads blocks of about so many new decisions whole, of more a part. */
  private static final int DECISIONS = 250_000;

  /**
   * An hourly run compares all seals of this period, even covered ones: otherwise a checkpoint made
   * just before the run would exclude them.
   */
  private static final Duration RECENT = Duration.ofHours(26);

  private static final int MOMENTS = 20;

  private static final int BLOCKS_AT_MOMENT = 20;

  private static final UUID START = new UUID(0, 0);

  private final SealRecordQuery records;
  private final SealRowsQuery seals;
  private final BlockRowsQuery blocks;
  private final ErasedBlockQuery erased;
  private final Transactions transactions;
  private final Clock clock;
  private final Duration retention;

  private final int decisions;

  /** Keeps an attacker from predicting the seals that a run skips. */
  private final RandomGenerator random;

  @Inject
  SealVerifier(
      SealRecordQuery records,
      SealRowsQuery seals,
      BlockRowsQuery blocks,
      ErasedBlockQuery erased,
      Transactions transactions,
      Clock clock,
      DecisionLogConfig config) {
    this(
        records,
        seals,
        blocks,
        erased,
        transactions,
        clock,
        config.retention(),
        DECISIONS,
        new SecureRandom());
  }

  /** With limits and random numbers that a test knows. */
  SealVerifier(
      SealRecordQuery records,
      SealRowsQuery seals,
      BlockRowsQuery blocks,
      ErasedBlockQuery erased,
      Transactions transactions,
      Clock clock,
      Duration retention,
      int decisions,
      RandomGenerator random) {
    this.records = records;
    this.seals = seals;
    this.blocks = blocks;
    this.erased = erased;
    this.transactions = transactions;
    this.clock = clock;
    this.retention = retention;
    this.decisions = decisions;
    this.random = random;
  }

  @Override
  public Checked check(Verification chain, boolean every, @Nullable Instant deadline) {
    return new Run(chain, every, deadline).check();
  }

  private final class Run {

    private final OrganizationId organization;
    private final boolean every;
    private final @Nullable Instant deadline;

    /** The last record before those that all are compared with. */
    private final long covered;

    private final long end;
    private final CheckResults results = new CheckResults();
    private final SealGroupCheck group;
    private final StrayCheck strays;

    Run(Verification chain, boolean every, @Nullable Instant deadline) {
      this.organization = chain.organization();
      this.every = every;
      this.deadline = deadline;
      this.covered = every ? 0 : older(chain.fromSeq() - 1);
      this.end = chain.toSeq();
      this.group =
          new SealGroupCheck(
              organization,
              seals,
              blocks,
              new BlockReads(organization, blocks, erased, results, this::requireTime),
              () -> Retained.at(clock.instant(), retention),
              results);
      this.strays =
          new StrayCheck(
              organization, records, seals, blocks, transactions, this::requireTime, results);
    }

    /** The last seal that is not recent, of those that a checkpoint covers. */
    private long older(long checkpoint) {
      Instant recent = clock.instant().minus(RECENT);
      return transactions
          .call(() -> records.latest(organization, recent, checkpoint))
          .map(SealRecord::seq)
          .orElse(0L);
    }

    Checked check() {
      try {
        find();
        return results.checked(true);
      } catch (VerificationTimeoutException e) {
        return results.checked(false);
      }
    }

    private void find() {
      Optional<SealRecord> first = transactions.call(() -> records.first(organization, end));
      UUID since = covered == 0 ? START : RecordIds.firstOf(time(covered));
      if (first.isPresent()) {
        since(covered);
      }
      strays.blocksFrom(since);
      strays.sealsAfter(since);
      first.ifPresent(this::lookBack);
    }

    private void since(long after) {
      BlockChoice choice =
          every ? BlockChoice.all() : BlockChoice.share(decisions / sealed(after), random);
      pages(after, page -> checkInGroups(page, choice));
    }

    /** Counts decisions by the audit records: a changed seal row could reduce the sample. */
    private double sealed(long after) {
      AtomicLong sealed = new AtomicLong(1);
      pages(after, page -> sealed.addAndGet(page.stream().mapToLong(SealRecord::decisions).sum()));
      return sealed.doubleValue();
    }

    private void pages(long after, Consumer<List<SealRecord>> visitor) {
      Instant from = after == 0 ? Instant.EPOCH : time(after).minus(CLOCKS);
      SealRecordPages pages = new SealRecordPages(records, organization, from, end);
      List<SealRecord> page = next(pages);
      while (!page.isEmpty()) {
        visitor.accept(page.stream().filter(record -> record.seq() > after).toList());
        page = next(pages);
      }
    }

    private List<SealRecord> next(SealRecordPages pages) {
      requireTime();
      return transactions.call(pages::next);
    }

    private void checkInGroups(List<SealRecord> page, BlockChoice choice) {
      List<SealRecord> next = new ArrayList<>();
      int size = 0;
      long sum = 0;
      for (SealRecord record : page) {
        if (next.size() == SEALS_AT_ONCE
            || isMore(size + record.blocks(), sum + record.decisions(), next)) {
          check(next, choice);
          next.clear();
          size = 0;
          sum = 0;
        }
        next.add(record);
        size += record.blocks();
        sum += record.decisions();
      }
      if (!next.isEmpty()) {
        check(next, choice);
      }
    }

    private static boolean isMore(int blocks, long decisions, List<SealRecord> before) {
      return !before.isEmpty() && (blocks > BLOCKS_AT_ONCE || decisions > DECISIONS_AT_ONCE);
    }

    private void check(List<SealRecord> some, BlockChoice choice) {
      requireTime();
      transactions.callOnLongSnapshot(() -> {
        group.check(some, choice);
        return true;
      });
      Doing.reached(results.blocks(), "decision blocks");
    }

    /**
     * Checks older seals, which nothing else in this run does: the number of blocks of each seal,
     * and a sample of seals and blocks in full.
     */
    private void lookBack(SealRecord first) {
      Instant from = later(first.at(), clock.instant().minus(retention).minus(Duration.ofDays(1)));
      if (covered < first.seq() || from.isAfter(time(covered))) {
        return;
      }
      strays.longerSeals(from, covered);
      sample(from);
    }

    private void sample(Instant from) {
      long millis = Duration.between(from, time(covered)).toMillis();
      BlockChoice choice = BlockChoice.some(BLOCKS_AT_MOMENT, random);
      for (int i = 0; i < MOMENTS; i++) {
        Instant moment = from.plusMillis(random.nextLong(millis + 1));
        transactions
            .call(() -> records.latest(organization, moment, covered))
            .ifPresent(seal -> check(List.of(seal), choice));
        strays.someBlocksFrom(RecordIds.firstOf(moment), BLOCKS_AT_MOMENT);
      }
    }

    private Instant time(long seq) {
      return transactions.call(() -> records.at(organization, seq)).orElse(Instant.EPOCH);
    }

    private static Instant later(Instant one, Instant other) {
      return one.isAfter(other) ? one : other;
    }

    private void requireTime() {
      if (deadline != null && clock.instant().isAfter(deadline)) {
        throw new VerificationTimeoutException(end);
      }
    }
  }
}
