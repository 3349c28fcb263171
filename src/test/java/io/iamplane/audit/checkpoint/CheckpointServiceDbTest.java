package io.iamplane.audit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.audit.verification.TamperedChain;
import io.iamplane.chain.AuditLog;
import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.LogOrigin;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.note.NoteSigner;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.AuditSettings;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
class CheckpointServiceDbTest {

  @Inject TestPlatform platform;
  @Inject CheckpointReader checkpoints;
  @Inject CheckpointStore store;
  @Inject CheckpointKeys keys;
  @Inject LogOrigin origin;
  @Inject ChainVerifier verifier;
  @Inject AuditLog log;
  @Inject Changes changes;
  @Inject Transactions transactions;

  @TempDir Path directory;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  /** Keys of which the one that signs is not among those that are trusted. */
  private record Stale(NoteSigner signer) implements CheckpointKeys {

    @Override
    public List<NoteVerifier> verifiers() {
      return List.of();
    }

    @Override
    public List<NoteVerifier> revoked() {
      return List.of();
    }
  }

  @Test
  void nothingIsSignedWithAKeyThatIsNotTrusted() {
    TestSigner signer = TestSigner.named(origin.keyName());
    CheckpointService service = service(new Stale(signer), Optional.empty());
    assertThatThrownBy(() -> service.create(platform.command(), tenant.id()))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
              assertThat(e.detail())
                  .contains("iam.audit.trusted-keys", NoteVerifier.of(signer).toString());
            });
    assertThat(checkpoints.all(tenant.id())).isEmpty();
  }

  /** The record of a checkpoint is not worth another one. */
  @Test
  void aChainWithoutNewRecordsKeepsItsCheckpoint() {
    CheckpointService service = service(keys, Optional.empty());
    StoredCheckpoint first = service.create(platform.command(), tenant.id());
    assertThat(service.create(platform.command(), tenant.id()).note()).isEqualTo(first.note());
    assertThat(checkpoints.all(tenant.id())).hasSize(1);
    platform.administrator(tenant);
    assertThat(service.create(platform.command(), tenant.id()).size()).isGreaterThan(first.size());
    assertThat(checkpoints.all(tenant.id())).hasSize(2);
  }

  @Test
  void aNewAnchorIsAdopted() {
    CheckpointService before = service(keys, Optional.empty());
    StoredCheckpoint first = before.create(platform.command(), tenant.id());
    AnchorDirectory anchor = new AnchorDirectory(directory);

    service(keys, Optional.of(directory.toString())).create(platform.command(), tenant.id());
    assertThat(anchor.read(tenant.id(), true))
        .extracting(StoredCheckpoint::note)
        .containsExactly(first.note());

    platform.administrator(tenant);
    StoredCheckpoint second =
        service(keys, Optional.of(directory.toString())).create(platform.command(), tenant.id());
    assertThat(anchor.read(tenant.id(), true))
        .extracting(StoredCheckpoint::note)
        .containsExactly(first.note(), second.note());
  }

  /** A server without the anchor signs the chain that it finds in the database. */
  @Test
  void aCutChainThatIsSignedWithoutTheAnchorContradictsIt() throws SQLException {
    platform.administrator(tenant);
    long size =
        service(keys, Optional.of(directory.toString()))
            .create(platform.command(), tenant.id())
            .size();
    List<StoredCheckpoint> anchored = new AnchorDirectory(directory).read(tenant.id(), false);
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      String after = " WHERE organization_id = '%s' AND seq >= %d".formatted(tenant.id(), size);
      chain.runIfAny("DELETE FROM iam_audit_personal" + after);
      chain.run("DELETE FROM iam_audit_checkpoints WHERE :o");
      chain.cutAfter(size - 1);
      Rows.update("DELETE FROM iam_outbox_messages" + after);

      service(keys, Optional.empty()).create(platform.command(), tenant.id());

      assertThat(finding(List.of())).isNull();
      assertThat(finding(anchored))
          .isNotNull()
          .extracting(Finding::cause, Finding::seq)
          .containsExactly(FindingCause.ANCHOR_MISMATCH, size);
    }
  }

  /** An anchor without anything may be one that is not mounted. */
  @Test
  void anAnchorOfOthersMayLackAChainForTwoDays() {
    service(keys, Optional.empty()).create(platform.command(), tenant.id());
    Organization other = platform.tenant();
    assertThatThrownBy(() -> anchored(Duration.ZERO)).isInstanceOf(AnchorException.class);
    service(keys, Optional.of(directory.toString())).create(platform.command(), other.id());
    assertThat(anchored(Duration.ZERO)).isEmpty();
    assertThatThrownBy(() -> anchored(AnchoredCheckpoints.GRACE))
        .isInstanceOf(AnchorException.class)
        .hasMessageContaining("has no checkpoint for " + tenant.id());
  }

  private List<StoredCheckpoint> anchored(Duration later) {
    return new AnchoredCheckpoints(
            new Anchor(AuditSettings.defaults(), LaunchMode.TEST),
            checkpoints,
            transactions,
            Clock.offset(Clock.systemUTC(), later))
        .read(tenant.id(), directory, false);
  }

  private @Nullable Finding finding(List<StoredCheckpoint> anchored) {
    return verifier.verify(tenant.id(), new ChainVerifier.Plan(false, anchored, null)).finding();
  }

  private CheckpointService service(CheckpointKeys signing, Optional<String> anchor) {
    return new CheckpointService(
        checkpoints,
        store,
        signing,
        origin,
        verifier,
        log,
        changes,
        new Anchor(AuditSettings.defaults().anchoredIn(anchor), LaunchMode.TEST));
  }
}
