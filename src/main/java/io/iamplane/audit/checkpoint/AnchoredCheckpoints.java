package io.iamplane.audit.checkpoint;

import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The checkpoints of the anchor, for verification; none without an anchor. */
@Singleton
public class AnchoredCheckpoints {

  private final Anchor anchor;
  private final CheckpointReader checkpoints;
  private final Transactions transactions;

  AnchoredCheckpoints(Anchor anchor, CheckpointReader checkpoints, Transactions transactions) {
    this.anchor = anchor;
    this.checkpoints = checkpoints;
    this.transactions = transactions;
  }

  /**
   * The copies of an organization's checkpoints.
   *
   * @param named a directory; null for the one of the settings, if any
   * @param all every one, not only the longest
   * @throws AnchorException when they cannot be read, or are missing though the database holds
   *     checkpoints: then the directory is another one, or is not mounted
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
    if (found.isEmpty() && isSigned) {
      throw new AnchorException(
          ("the anchor %s has no checkpoint for %s, but the database has one: check that the "
                  + "anchor is mounted, or run iam:audit:checkpoint to adopt a new anchor")
              .formatted(directory.get(), organization),
          null);
    }
    return found;
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
