package io.iamplane.cli;

import io.iamplane.audit.checkpoint.ChainBrokenException;
import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.audit.verification.VerificationService;
import io.iamplane.audit.verification.VerificationView;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.cli.AuditCheckpointCommand.ChainView;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Signs one chain or all, and reports in the words of {@code iam:audit:checkpoint}. */
@Singleton
class AuditSigning {

  private static final String NO_KEY =
      "there is no signing key: the database has no platform organization";

  private final AuditChains chains;
  private final CheckpointService checkpoints;
  private final VerificationService verifications;
  private final SigningKeys keys;
  private final UnusedDatabase database;

  AuditSigning(
      AuditChains chains,
      CheckpointService checkpoints,
      VerificationService verifications,
      SigningKeys keys,
      UnusedDatabase database) {
    this.database = database;
    this.chains = chains;
    this.checkpoints = checkpoints;
    this.verifications = verifications;
    this.keys = keys;
  }

  /**
   * Signs the chain of a key or id, or all; the actor makes the caller, given the platform
   * organization. A {@link CommandException} if the chains cannot be listed.
   */
  AuditReport<ChainView> of(@Nullable String organization, Function<OrganizationId, Caller> actor) {
    return Failures.unknownIfRefused(() -> sign(organization, actor));
  }

  private AuditReport<ChainView> sign(
      @Nullable String organization, Function<OrganizationId, Caller> actor) {
    AuditReport<ChainView> report = new AuditReport<>();
    List<AuditChains.Chain> named = chains.named(organization);
    boolean unused = database.isOne();
    Caller caller = chains.caller(actor).orElse(null);
    if (caller != null
        && report.attempt(() -> keys.ensureActive(caller, KeyPurpose.AUDIT)) != null) {
      for (AuditChains.Chain chain : AuditChains.inTurn(named, "signing")) {
        report.attempt(chain, () -> sign(report, caller, chain));
      }
    }
    if (organization == null) {
      for (AuditChains.Chain chain : chains.gone(null, report)) {
        report.attempt(
            chain,
            () -> broken(report, chain, verifications.gone(caller, chain.id()).verification()));
      }
    }
    if (caller == null) {
      report.fail(NO_KEY, report.isEmpty() && unused);
    }
    return report;
  }

  private void sign(AuditReport<ChainView> report, Caller caller, AuditChains.Chain chain) {
    try {
      long size = checkpoints.create(caller, chain.id()).size();
      report.whole(
          new ChainView(chain.id().toString(), size, null),
          "%s: signed at record %d".formatted(chain.key(), size));
    } catch (ChainBrokenException e) {
      verifications.keep(caller, e.verification());
      broken(report, chain, e.verification());
    }
  }

  private static void broken(
      AuditReport<ChainView> report, AuditChains.Chain chain, Verification found) {
    VerificationView view = VerificationView.of(found);
    report.broken(
        new ChainView(chain.id().toString(), null, view),
        "%s: NOT SIGNED, broken at record %d: %s"
            .formatted(chain.key(), view.seq(), view.cause() == null ? "" : view.cause().wire()));
  }
}
