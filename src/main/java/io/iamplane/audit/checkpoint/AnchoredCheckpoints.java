package io.iamplane.audit.checkpoint;

import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The checkpoints of the anchor, for verification; none without an anchor. */
@Singleton
public class AnchoredCheckpoints {

  /** Twice the interval at which checkpoints are copied to the anchor. */
  static final Duration GRACE = Duration.ofDays(2);

  private final Anchor anchor;
  private final CheckpointReader checkpoints;
  private final Transactions transactions;
  private final Clock clock;

  AnchoredCheckpoints(
      Anchor anchor, CheckpointReader checkpoints, Transactions transactions, Clock clock) {
    this.anchor = anchor;
    this.checkpoints = checkpoints;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The copies of an organization's checkpoints. None may be there yet for a young chain that a
   * process without the anchor signed: its age must be verified, from the first record on.
   *
   * @param named a directory; null for the one of the settings, if any
   * @param all every one, not only the longest
   * @throws AnchorException when they cannot be read, or are missing though the database holds
   *     checkpoints of a chain that is not so young: then the directory is another one, or is not
   *     mounted
   */
  public List<StoredCheckpoint> read(
      OrganizationId organization, @Nullable Path named, boolean all) {
    Optional<AnchorDirectory> directory = directory(named);
    if (directory.isEmpty()) {
      return List.of();
    }
    // The database first: a checkpoint that is signed meanwhile is then in the anchor alone.
    boolean isSigned = transactions.call(() -> checkpoints.last(organization)).isPresent();
    List<StoredCheckpoint> found = directory.get().read(organization, all);
    if (found.isEmpty() && isSigned && !isAwaited(directory.get(), organization)) {
      throw new AnchorException(
          ("the anchor %s has no checkpoint for %s, but the database has one: check that the "
                  + "anchor is mounted, or run iam:audit:checkpoint to adopt a new anchor")
              .formatted(directory.get(), organization),
          null);
    }
    return found;
  }

  /** Returns true if a directory is named, here or in the settings. */
  public boolean isNamed(@Nullable Path named) {
    return directory(named).isPresent();
  }

  /** Returns true if the next run that copies checkpoints brings the first of a chain. */
  private boolean isAwaited(AnchorDirectory directory, OrganizationId organization) {
    Instant young = clock.instant().minus(GRACE);
    // A directory that is not mounted is empty.
    return !directory.organizations().isEmpty()
        && transactions
            .call(() -> checkpoints.begun(organization))
            .filter(young::isBefore)
            .isPresent();
  }

  /**
   * The organizations of which there are copies.
   *
   * @throws AnchorException when the directory cannot be read
   */
  public List<OrganizationId> organizations(@Nullable Path named) {
    return directory(named).map(AnchorDirectory::organizations).orElse(List.of());
  }

  private Optional<AnchorDirectory> directory(@Nullable Path named) {
    return named == null ? anchor.directory() : Optional.of(new AnchorDirectory(named));
  }
}
