package io.iamplane.audit.checkpoint;

import io.iamplane.chain.AuditLog;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.EventType;
import io.iamplane.chain.LogOrigin;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.NoteSigner;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Signs the length of a chain and the root of its tree. */
@Singleton
public class CheckpointService {

  /** The target type of checkpoints in audit records; the id is the size. */
  static final String TARGET = "audit_checkpoint";

  private static final Logger LOG = Logger.getLogger(CheckpointService.class);

  private final CheckpointReader checkpoints;
  private final CheckpointStore store;
  private final CheckpointKeys keys;
  private final LogOrigin origin;
  private final ChainVerifier verifier;
  private final AuditLog log;
  private final Changes changes;
  private final Anchor anchor;

  CheckpointService(
      CheckpointReader checkpoints,
      CheckpointStore store,
      CheckpointKeys keys,
      LogOrigin origin,
      ChainVerifier verifier,
      AuditLog log,
      Changes changes,
      Anchor anchor) {
    this.checkpoints = checkpoints;
    this.store = store;
    this.keys = keys;
    this.origin = origin;
    this.verifier = verifier;
    this.log = log;
    this.changes = changes;
    this.anchor = anchor;
  }

  /**
   * Signs the present end of an organization's chain, after a check of the records since the last
   * checkpoint and of the anchor. If there is nothing newer than the last checkpoint's own record,
   * that checkpoint is the answer, unless its key was revoked. An anchor without anything of the
   * organization is adopted: the new checkpoint is its beginning.
   *
   * @throws ChainBrokenException if the chain does not hold: nothing is signed
   * @throws AnchorException if the anchor cannot be read, or not be written; in the second case the
   *     checkpoint is in the database, and the next run writes it to the anchor
   * @throws IamException CONFLICT if no key of purpose audit is active, or the active one would not
   *     be trusted; DEPENDENCY_UNAVAILABLE if the database or the key provider does not answer
   */
  public StoredCheckpoint create(Caller caller, OrganizationId organization) {
    return create(caller, organization, null);
  }

  /**
   * The same, with a deadline.
   *
   * @throws io.iamplane.chain.verifier.VerificationTimeoutException when the look took longer
   */
  public StoredCheckpoint create(
      Caller caller, OrganizationId organization, @Nullable Instant deadline) {
    NoteSigner signer = keys.signer();
    requireTrusted(signer);
    Optional<AnchorDirectory> directory = anchor.directory();
    List<StoredCheckpoint> anchored =
        directory.map(each -> each.read(organization, false)).orElse(List.of());
    boolean isAdopted =
        directory.isPresent() && anchored.isEmpty() && checkpoints.last(organization).isPresent();
    Verification verification =
        verifier.verify(organization, new ChainVerifier.Plan(false, anchored, deadline));
    if (!verification.valid()) {
      throw new ChainBrokenException(verification);
    }
    StoredCheckpoint checkpoint =
        changes.record(
            Change.operational(caller, organization, recording -> create(recording, signer)));
    directory.ifPresent(each -> each.write(organization, checkpoint));
    if (isAdopted) {
      LOG.warnf(
          "the anchor had no checkpoint for %s, although the database has one; the anchor now "
              + "begins with the checkpoint at record %d",
          organization, checkpoint.size());
    }
    return checkpoint;
  }

  /** Checkpoints are permanent: an untrusted one would count as forged from now on. */
  private void requireTrusted(NoteSigner signer) {
    NoteVerifier verifier = NoteVerifier.of(signer);
    if (!checkpoints.trusted().contains(verifier)) {
      throw IamException.conflict(
          "The signing key is not in iam.audit.trusted-keys (IAM_AUDIT_TRUSTED_KEYS), so nothing "
              + "was signed; add "
              + verifier);
    }
  }

  /** Under the lock of the organization's version: no other transaction appends meanwhile. */
  private StoredCheckpoint create(Recording recording, NoteSigner signer) {
    OrganizationId organization = recording.organization();
    ChainHead head = log.head(organization).orElseThrow(IamException::notFound);
    Optional<StoredCheckpoint> last = checkpoints.last(organization);
    if (last.isPresent()
        && last.get().size() >= head.seq() - 1
        && !checkpoints.disowned(organization).test(last.get())) {
      return last.get();
    }
    Checkpoint statement = new Checkpoint(origin.of(organization), head.seq(), head.tree().root());
    StoredCheckpoint checkpoint =
        new StoredCheckpoint(
            head.seq(),
            head.tree().root().bytes(),
            head.hash(),
            SignedNote.sign(statement.text(), List.of(signer)).toString(),
            recording.at());
    store.insert(recording, checkpoint);
    recording.add(
        Effect.created(
            EventType.AUDIT_CHECKPOINT_CREATED,
            TARGET,
            Long.toString(checkpoint.size()),
            CheckpointView.of(checkpoint)));
    return checkpoint;
  }
}
