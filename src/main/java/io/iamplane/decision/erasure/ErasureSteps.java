package io.iamplane.decision.erasure;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.erasure.BlockErasure.Rewritten;
import io.iamplane.decision.erasure.DecisionErasureStore.Erasing;
import io.iamplane.decision.erasure.DecisionErasureStore.Open;
import io.iamplane.decision.erasure.DecisionErasureStore.Position;
import io.iamplane.decision.erasure.DecisionErasureStore.Progress;
import io.iamplane.decision.erasure.ErasedBlockStore.SealedBlock;
import io.iamplane.decision.erasure.ErasedBlockStore.StoredBlock;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes the records about erased people out of sealed blocks of decisions. A step changes a few
 * blocks in one transaction with their audit records and its own progress, so that a process that
 * ends repeats and loses nothing. It holds its row, so that another process passes over it.
 */
@Singleton
class ErasureSteps {

  private static final Logger LOG = Logger.getLogger(ErasureSteps.class);

  /** The blocks that a step reads whole; each takes some tens of milliseconds. */
  static final int BLOCKS = 8;

  /** The blocks of which a step reads the filter. */
  static final int FILTERS = 200;

  static final int NAMED = 50;

  /** The erasures of a run, which take turns. */
  private static final int ERASURES = 1_000;

  /** So long a run begins new steps. */
  private static final Duration RUN = Duration.ofSeconds(20);

  /**
   * Seals are named by the clocks of their servers; one that is made later could have an earlier
   * name. So long after its name a seal is final, unless two clocks differ by more.
   */
  static final Duration CLOCKS = Duration.ofMinutes(2);

  private final DecisionErasureStore store;
  private final ErasedBlockStore blocks;
  private final ErasedBlockQuery recorded;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;

  ErasureSteps(
      DecisionErasureStore store,
      ErasedBlockStore blocks,
      ErasedBlockQuery recorded,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.store = store;
    this.blocks = blocks;
    this.recorded = recorded;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The content of an audit record about a block.
   *
   * @param erasure the id of the audit record of the erasure
   * @param records the number of erased records of the block, earlier ones included
   * @param root the root of the Merkle tree over the lines in their places, in hexadecimal digits
   * @param contents SHA-256 of the block's filter and body, one after the other
   */
  @RegisterForReflection
  record ErasedBlock(String erasure, String subject, int records, String root, String contents) {}

  /**
   * Carries erasures on for some time, a step of each in turn; one that fails is left for the next
   * run.
   */
  void run() {
    Instant end = clock.instant().plus(RUN);
    Deque<Open> turns = new ArrayDeque<>(transactions.call(() -> store.open(ERASURES)));
    while (!turns.isEmpty() && clock.instant().isBefore(end)) {
      Open next = turns.remove();
      if (tryStep(next)) {
        turns.add(next);
      }
    }
  }

  private boolean tryStep(Open open) {
    try {
      return step(open);
    } catch (RuntimeException e) {
      LOG.warnf(
          "erasure %s of decisions in organization %s was interrupted: %s; the next run will"
              + " continue",
          open.id(), open.organization(), e.getMessage());
      return false;
    }
  }

  /** Carries an erasure on, and returns true if more can be done now. */
  boolean step(Open open) {
    try {
      return step(open, BLOCKS, null);
    } catch (IamException e) {
      requireTimeout(e);
    }
    try {
      return step(open, 1, null);
    } catch (IamException e) {
      requireTimeout(e);
    }
    // A block that takes a whole transaction would be tried without end: it is left as it is.
    return step(open, 1, "rewriting it exceeds the transaction time limit");
  }

  private static void requireTimeout(IamException e) {
    if (!(e.getCause() instanceof TransactionTimeoutException)) {
      throw e;
    }
  }

  private boolean step(Open open, int most, @Nullable String skip) {
    return transactions.call(() ->
        store.take(open).map(erasing -> new Step(open, erasing, most, skip).run()).orElse(false));
  }

  private final class Step {

    private final OrganizationId organization;
    private final Open open;
    private final Erasing erasing;
    private final int most;
    private final @Nullable String skip;
    private final List<UUID> skipped = new ArrayList<>();
    private final List<Rewritten> rewritten = new ArrayList<>();

    Step(Open open, Erasing erasing, int most, @Nullable String skip) {
      this.organization = open.organization();
      this.open = open;
      this.erasing = erasing;
      this.most = most;
      this.skip = skip;
    }

    /** Returns true if there is more. */
    boolean run() {
      Instant now = clock.instant().minus(CLOCKS);
      Instant end = now.isBefore(erasing.until()) ? now : erasing.until();
      List<SealedBlock> found =
          blocks.after(organization, erasing.position(), RecordIds.firstOf(end), FILTERS);
      List<SealedBlock> searched = searched(found);
      rewrite(searched.stream().filter(this::mayBeAbout).map(SealedBlock::id).toList());
      if (!rewritten.isEmpty()) {
        replace();
      }
      boolean more = searched.size() < found.size() || found.size() == FILTERS;
      boolean done = !more && end.equals(erasing.until());
      Position reached = searched.isEmpty() ? erasing.position() : searched.getLast().position();
      store.advance(
          open,
          new Progress(
              reached,
              more ? RecordIds.time(reached.seal()) : end,
              done,
              rewritten.size(),
              rewritten.stream().mapToInt(Rewritten::records).sum(),
              skipped),
          done ? clock.instant() : null,
          NAMED);
      return more;
    }

    /** Up to the last block that is read whole in this step. */
    private List<SealedBlock> searched(List<SealedBlock> found) {
      int whole = 0;
      for (int i = 0; i < found.size(); i++) {
        whole += mayBeAbout(found.get(i)) ? 1 : 0;
        if (whole == most) {
          return found.subList(0, i + 1);
        }
      }
      return found;
    }

    private boolean mayBeAbout(SealedBlock block) {
      return block.stored() && erasing.person().mayBeIn(block.filter());
    }

    /** In one order: two erasures that hold blocks must not wait for each other. */
    private void rewrite(List<UUID> some) {
      String why = skip;
      if (why != null) {
        some.forEach(id -> skip(id, why));
      } else if (!some.isEmpty()) {
        BlockErasure erasure = new BlockErasure(organization, erasing.person());
        some.stream().sorted(RecordIds.ORDER).forEach(id -> rewrite(id, erasure));
      }
    }

    private void rewrite(UUID id, BlockErasure erasure) {
      StoredBlock block = blocks.lock(organization, id).orElse(null);
      if (block == null) {
        // Retention removed it.
        return;
      }
      // Its audit record is read once no other erasure can change it.
      ErasedRecords known =
          recorded.of(organization, List.of(id)).getOrDefault(id, ErasedRecords.NONE);
      try {
        erasure.of(block, known).ifPresent(rewritten::add);
      } catch (DamagedBodyException e) {
        skip(id, String.valueOf(e.getMessage()));
      }
    }

    /** Verification finds what no process wrote. */
    private void skip(UUID block, String why) {
      LOG.warnf(
          "could not rewrite decision block %s of organization %s (%s); it may still contain data"
              + " about %s",
          block, organization, why, erasing.person().reference());
      skipped.add(block);
    }

    private void replace() {
      UUID asked =
          blocks
              .erasure(organization, erasing.user())
              .orElseThrow(() -> new IllegalStateException("the erasure has no audit record"));
      changes.record(
          Change.operational(
              Caller.job(organization, "decision-erasure", erasing.id().toString()),
              organization,
              recording -> {
                rewritten.forEach(each -> replace(recording, each, asked));
                return true;
              }));
    }

    private void replace(Recording recording, Rewritten each, UUID asked) {
      blocks.replace(recording, each.block());
      tell(recording, each.block().id(), image(each, asked));
    }

    private static void tell(Recording recording, UUID block, ErasedBlock image) {
      recording.add(
          Effect.created(
              EventType.DECISIONS_ERASED, ErasedBlockQuery.TARGET, block.toString(), image));
    }

    private ErasedBlock image(Rewritten each, UUID asked) {
      MessageDigest contents = Hashes.sha256();
      contents.update(each.block().filter());
      contents.update(each.block().body());
      return new ErasedBlock(
          asked.toString(),
          erasing.person().reference(),
          each.erased().records(),
          each.erased().root().toString(),
          HexFormat.of().formatHex(contents.digest()));
    }
  }
}
