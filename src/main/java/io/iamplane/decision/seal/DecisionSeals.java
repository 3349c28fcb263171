package io.iamplane.decision.seal;

import io.iamplane.chain.EventType;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.seal.SealStore.Unsealed;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Names blocks of decisions in the audit chain: one record for all blocks of an organization since
 * the last, so that none can be altered, added or taken away later without a trace.
 */
@Singleton
public class DecisionSeals {

  /** The type of a seal as the target of audit records; the id is the seal's. */
  public static final String TARGET = "decision_seal";

  private static final Logger LOG = Logger.getLogger(DecisionSeals.class);

  private static final int BLOCKS = 5_000;
  private static final int ORGANIZATIONS = 100;

  private final SealStore store;
  private final Changes changes;
  private final Transactions transactions;

  DecisionSeals(SealStore store, Changes changes, Transactions transactions) {
    this.store = store;
    this.changes = changes;
    this.transactions = transactions;
  }

  /**
   * The content of an audit record about sealed decisions.
   *
   * @param root the root of the Merkle tree over the blocks' roots, in hexadecimal digits
   */
  @RegisterForReflection
  public record DecisionSeal(
      int blocks, long decisions, String firstBlock, String lastBlock, String root) {}

  /** Seals on schedule. Replicas that do so together find nothing left to do. */
  @Scheduled(every = "60s", concurrentExecution = ConcurrentExecution.SKIP)
  void trySeal() {
    try {
      seal();
    } catch (RuntimeException e) {
      LOG.warnf("could not seal decisions: %s; will retry at the next run", e.getMessage());
    }
  }

  /**
   * Seals all blocks without a seal, and returns the number of new seals. An organization that
   * cannot be sealed now is left for the next run.
   */
  public int seal() {
    int made = 0;
    OrganizationId after = new OrganizationId(new UUID(0, 0));
    List<OrganizationId> due;
    do {
      OrganizationId from = after;
      due = transactions.call(() -> store.due(from, ORGANIZATIONS));
      for (OrganizationId organization : due) {
        made += tryToSeal(organization);
        after = organization;
      }
    } while (due.size() == ORGANIZATIONS);
    return made;
  }

  private int tryToSeal(OrganizationId organization) {
    try {
      return seal(organization);
    } catch (RuntimeException e) {
      LOG.warnf(
          "could not seal decisions in organization %s: %s; will retry at the next run",
          organization, e.getMessage());
      return 0;
    }
  }

  private int seal(OrganizationId organization) {
    int made = 0;
    int sealed;
    do {
      sealed =
          changes.record(
              Change.operational(
                  Caller.job(organization, "decision-log", UuidV7.next().toString()),
                  organization,
                  this::sealSome));
      made += sealed > 0 ? 1 : 0;
    } while (sealed == BLOCKS);
    return made;
  }

  private int sealSome(Recording recording) {
    List<Unsealed> blocks = store.take(recording.organization(), BLOCKS);
    if (blocks.isEmpty()) {
      // Another process did.
      return 0;
    }
    UUID id = UuidV7.next();
    MerkleHash root =
        CompactRange.of(blocks.stream().map(block -> MerkleHash.leaf(block.root())).toList())
            .root();
    store.insert(recording, id, blocks, root.bytes());
    recording.add(
        Effect.created(
            EventType.DECISIONS_SEALED,
            TARGET,
            id.toString(),
            new DecisionSeal(
                blocks.size(),
                blocks.stream().mapToLong(Unsealed::decisions).sum(),
                blocks.getFirst().id().toString(),
                blocks.getLast().id().toString(),
                root.toString())));
    return blocks.size();
  }
}
