package io.iamplane.chain.verifier;

import io.iamplane.chain.ChainHead;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.LogOrigin;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.TileStore;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.ProofVerifier;
import io.iamplane.chain.tree.Tile;
import io.iamplane.chain.tree.TileReader;
import io.iamplane.chain.tree.TreeReader;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the chain of an organization: every record from a start on, the head, the stored tree,
 * the checkpoints, and the content of an anchor. Reads one snapshot, takes no lock that a writer
 * waits for, and holds a thousand records in memory at most.
 *
 * <p>The start is the longest checkpoint that a trusted key signed and that the stored tree still
 * leads to; with {@code full}, or without a checkpoint, the first record.
 */
@Singleton
public class ChainVerifier {

  private final RecordReader records;
  private final TileStore tiles;
  private final CheckpointReader checkpoints;
  private final LogOrigin origin;
  private final Transactions transactions;
  private final Clock clock;

  ChainVerifier(
      RecordReader records,
      TileStore tiles,
      CheckpointReader checkpoints,
      LogOrigin origin,
      Transactions transactions,
      Clock clock) {
    this.records = records;
    this.tiles = tiles;
    this.checkpoints = checkpoints;
    this.origin = origin;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The options of a verification.
   *
   * @param full true to verify from the first record
   * @param anchored checkpoints that were kept elsewhere, in any order
   * @param deadline the time limit; null for none
   */
  public record Plan(boolean full, List<StoredCheckpoint> anchored, @Nullable Instant deadline) {}

  /**
   * Verifies one chain.
   *
   * @throws VerificationTimeoutException when the deadline passed: nothing was found so far
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the database does not
   *     answer
   */
  public Verification verify(OrganizationId organization, Plan plan) {
    CheckpointTrust trust =
        new CheckpointTrust(
            origin.of(organization), checkpoints.trusted(), checkpoints.disowned(organization));
    return transactions.callOnLongSnapshot(() -> new Run(organization, plan, trust).verify());
  }

  private final class Run {

    private final OrganizationId organization;
    private final Plan plan;
    private final CheckpointTrust trust;
    private final Instant startedAt = clock.instant();
    private final List<StoredCheckpoint> signed = new ArrayList<>();
    private final List<StoredCheckpoint> disowned = new ArrayList<>();
    private final TileReader reader;
    private boolean full;
    private ChainHead start;
    private ChainHead end;

    Run(OrganizationId organization, Plan plan, CheckpointTrust trust) {
      this.organization = organization;
      this.plan = plan;
      this.trust = trust;
      this.reader = tiles.reader(organization);
      this.full = plan.full();
      this.start = ChainHead.genesis(organization);
      this.end = start;
    }

    Verification verify() {
      Finding finding = find().orElse(null);
      return new Verification(
          UuidV7.next(),
          organization,
          startedAt,
          clock.instant(),
          start.seq() == 0,
          start.seq() + 1,
          end.seq(),
          HexFormat.of().formatHex(end.hash()),
          signed.isEmpty() ? 0 : signed.getLast().size(),
          finding);
    }

    private Optional<Finding> find() {
      Optional<Finding> known = guarded(this::fromStart);
      if (known.isEmpty() || start.seq() > 0 || full) {
        return known;
      }
      // The start itself does not hold. Where that comes from, the records before it tell.
      full = true;
      return guarded(this::fromStart).or(() -> known);
    }

    /** Checks the tiles, and reports unreadable ones like wrong ones. */
    private Optional<Finding> guarded(Supplier<Optional<Finding>> looking) {
      try {
        return looking.get();
      } catch (TileStore.MissingTileException e) {
        Tile tile = e.tile();
        return Optional.of(
            new Finding(FindingCause.TILE_ALTERED, tile.firstLeaf() + 1, tile.toString(), null));
      } catch (IllegalArgumentException e) {
        return Optional.of(
            new Finding(
                FindingCause.TILE_ALTERED,
                end.seq(),
                "intact tiles",
                "a damaged tile (" + e.getMessage() + ")"));
      }
    }

    private Optional<Finding> fromStart() {
      start = ChainHead.genesis(organization);
      end = start;
      Optional<Finding> forged = openCheckpoints();
      full |= signed.isEmpty();
      Optional<Finding> cut = truncated();
      if (cut.isPresent() && !full) {
        return cut;
      }
      return stray()
          .or(this::begin)
          .or(this::walk)
          .or(() -> cut)
          .or(this::head)
          .or(this::tree)
          .or(() -> forged)
          .or(this::checkpointsHold)
          .or(this::anchorsHold);
    }

    /** A record that a walk would miss. */
    private Optional<Finding> stray() {
      return records
          .stray(organization)
          .map(seq -> new Finding(FindingCause.SEQUENCE_GAP, 1, "number 1", "number " + seq));
    }

    private Optional<Finding> truncated() {
      long last = records.last(organization);
      return signed.isEmpty() || signed.getLast().size() <= last
          ? Optional.empty()
          : Optional.of(truncated(last, signed.getLast().size()));
    }

    /**
     * Finds the checkpoints signed by a trusted key, and the shortest one that fails. Reads from
     * the longest down and, unless the verification is full, stops at the first signed one:
     * otherwise the cost of an hourly run would grow with the age of the chain.
     */
    private Optional<Finding> openCheckpoints() {
      signed.clear();
      disowned.clear();
      Finding forged = null;
      if (checkpoints.isDisorderly(organization)) {
        forged =
            new Finding(
                FindingCause.CHECKPOINT_FORGED,
                1,
                "one checkpoint for each size",
                "several for one size, or one without a valid size");
      }
      Optional<StoredCheckpoint> next = checkpoints.last(organization);
      while (next.isPresent() && (full || signed.isEmpty())) {
        StoredCheckpoint checkpoint = next.get();
        Finding objection =
            trust.objection(checkpoint, FindingCause.CHECKPOINT_FORGED).orElse(null);
        if (objection != null) {
          forged = objection;
        } else if (trust.disowned().test(checkpoint)) {
          disowned.add(checkpoint);
        } else {
          signed.addFirst(checkpoint);
        }
        next = checkpoints.before(organization, checkpoint.size());
      }
      return Optional.ofNullable(forged);
    }

    private Finding truncated(long last, long known) {
      return new Finding(
          FindingCause.TAIL_TRUNCATED,
          last + 1,
          "record " + known,
          last == 0 ? null : "record " + last);
    }

    /** Continues at the last checkpoint, if the stored tree still leads to it. */
    private Optional<Finding> begin() {
      if (full) {
        return Optional.empty();
      }
      StoredCheckpoint from = signed.getLast();
      TreeReader tree = new TreeReader(reader, from.size());
      Optional<Finding> mismatch = rootMismatch(tree, from, FindingCause.CHECKPOINT_MISMATCH);
      if (mismatch.isPresent()) {
        return mismatch;
      }
      Optional<byte[]> hash = records.hash(organization, from.size());
      if (hash.isEmpty()) {
        return Optional.of(
            Finding.of(FindingCause.RECORD_MISSING, from.size(), from.headHash(), null));
      }
      if (!isLastLeaf(tree, from, hash.get())) {
        return Optional.of(
            Finding.of(FindingCause.CHECKPOINT_MISMATCH, from.size(), from.headHash(), hash.get()));
      }
      start = new ChainHead(from.size(), hash.get(), tree.rangeAt(from.size()));
      end = start;
      return Optional.empty();
    }

    private boolean isLastLeaf(TreeReader tree, StoredCheckpoint from, byte[] hash) {
      long index = from.size() - 1;
      return ProofVerifier.inclusion(
          index,
          from.size(),
          MerkleHash.leaf(hash),
          tree.inclusionProof(index, from.size()),
          MerkleHash.of(from.root()));
    }

    private Optional<Finding> walk() {
      try (PortionWalk walk =
          new PortionWalk(new ChainWalk(organization, start), this::checkpointThatIsTold)) {
        records.forEach(
            organization,
            start.seq(),
            portion -> {
              requireTime();
              Doing.reached(portion.records().getLast().seq() - start.seq(), "records");
              return walk.test(portion);
            });
        end = walk.end();
        return walk.finding();
      }
    }

    /** A checkpoint that the chain records must exist. */
    private Optional<Finding> checkpointThatIsTold(StoredRecord row) {
      Optional<StoredCheckpoint> checkpoint = checkpoints.of(organization, size(row));
      if (checkpoint.isEmpty()) {
        return Optional.of(
            new Finding(
                FindingCause.CHECKPOINT_MISMATCH, row.seq(), "checkpoint " + row.targetId(), null));
      }
      return checkpoint.get().createdAt().equals(row.occurredAt())
          ? Optional.empty()
          : Optional.of(
              new Finding(
                  FindingCause.CHECKPOINT_FORGED,
                  checkpoint.get().size(),
                  row.occurredAt().toString(),
                  checkpoint.get().createdAt().toString()));
    }

    private static long size(StoredRecord row) {
      try {
        return Long.parseLong(row.targetId());
      } catch (NumberFormatException e) {
        return -1;
      }
    }

    private Optional<Finding> head() {
      List<RecordReader.StoredHead> heads = records.heads(organization);
      return heads.size() == 1 && heads.getFirst().seq() > end.seq()
          ? Optional.of(truncated(end.seq(), heads.getFirst().seq()))
          : HeadCheck.compare(end, heads);
    }

    private Optional<Finding> tree() {
      return new TreeCheck(tiles, organization, reader, this::requireTime)
          .check(start.seq(), end.seq());
    }

    private Optional<Finding> checkpointsHold() {
      TreeReader tree = new TreeReader(reader, end.seq());
      return Stream.concat(signed.stream(), disowned.stream())
          .map(checkpoint ->
              rootMismatch(tree, checkpoint, FindingCause.CHECKPOINT_MISMATCH)
                  .or(() -> lastRecordMismatch(checkpoint)))
          .flatMap(Optional::stream)
          .findFirst();
    }

    /**
     * The difference between the checkpoint's column for the head, which is not signed, and its
     * record.
     */
    private Optional<Finding> lastRecordMismatch(StoredCheckpoint checkpoint) {
      byte[] hash = records.hash(organization, checkpoint.size()).orElse(new byte[0]);
      return Arrays.equals(hash, checkpoint.headHash())
          ? Optional.empty()
          : Optional.of(
              Finding.of(
                  FindingCause.CHECKPOINT_FORGED, checkpoint.size(), hash, checkpoint.headHash()));
    }

    private Optional<Finding> anchorsHold() {
      TreeReader tree = new TreeReader(reader, end.seq());
      return plan.anchored().stream()
          .map(anchored -> anchorMismatch(tree, anchored))
          .flatMap(Optional::stream)
          .findFirst();
    }

    private Optional<Finding> anchorMismatch(TreeReader tree, StoredCheckpoint anchored) {
      return anchored.size() > end.seq()
          ? Optional.of(
              new Finding(
                  FindingCause.ANCHOR_MISMATCH,
                  end.seq() + 1,
                  "record " + anchored.size(),
                  "record " + end.seq()))
          : trust
              .objection(anchored, FindingCause.ANCHOR_MISMATCH)
              .or(() -> rootMismatch(tree, anchored, FindingCause.ANCHOR_MISMATCH));
    }

    private Optional<Finding> rootMismatch(
        TreeReader tree, StoredCheckpoint checkpoint, FindingCause cause) {
      requireTime();
      byte[] root = tree.root(checkpoint.size()).bytes();
      return Arrays.equals(root, checkpoint.root())
          ? Optional.empty()
          : Optional.of(Finding.of(cause, checkpoint.size(), checkpoint.root(), root));
    }

    private void requireTime() {
      Instant deadline = plan.deadline();
      if (deadline != null && clock.instant().isAfter(deadline)) {
        throw new VerificationTimeoutException(end.seq());
      }
    }
  }
}
