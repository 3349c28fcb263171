package io.iamplane.cli;

import io.iamplane.audit.checkpoint.ChainBrokenException;
import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.audit.verification.VerificationService;
import io.iamplane.audit.verification.VerificationView;
import io.iamplane.audit.verifier.Verification;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:audit:checkpoint}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:checkpoint",
    header = "Sign checkpoints of audit chains.",
    description = {
      "%nVerifies the records since the last checkpoint, and the anchor if one is configured",
      "(IAM_AUDIT_ANCHOR), before it signs. A broken chain is not signed; the others are.",
      "The first run creates the key of purpose audit unless iam:bootstrap did."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every chain has a checkpoint",
      "1:a chain is broken, or does not extend its anchor: it was not signed",
      "2:wrong usage: arguments or settings",
      "3:the database, the key or the anchor was unavailable"
    },
    footerHeading = "%nExample:%n",
    footer = "  iam iam:audit:checkpoint --organization acme")
final class AuditCheckpointCommand extends JsonCommand implements Callable<Integer> {

  private final AuditChains chains;
  private final CheckpointService checkpoints;
  private final VerificationService verifications;
  private final SigningKeys keys;
  private final Output output;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of one organization; default: all.")
  @Nullable String organization;

  AuditCheckpointCommand(
      AuditChains chains,
      CheckpointService checkpoints,
      VerificationService verifications,
      SigningKeys keys,
      Output output) {
    this.chains = chains;
    this.verifications = verifications;
    this.checkpoints = checkpoints;
    this.keys = keys;
    this.output = output;
  }

  /** One chain: its checkpoint, or what is wrong with it. */
  @RegisterForReflection
  record ChainView(String organizationId, @Nullable Long size, @Nullable VerificationView broken) {}

  /**
   * What {@code --json} prints.
   *
   * @param valid whether every chain holds and has a checkpoint
   */
  @RegisterForReflection
  record View(boolean valid, List<ChainView> chains, List<AuditReport.FailedView> failed) {}

  @Override
  public Integer call() {
    AuditReport<ChainView> report = new AuditReport<>();
    AuditFailures.unknown(() -> {
      sign(report);
      return true;
    });
    output.print(json, new View(report.valid(), report.views(), report.failed()), report.lines());
    return report.end();
  }

  private void sign(AuditReport<ChainView> report) {
    List<AuditChains.Chain> named = chains.named(organization);
    Caller caller = chains.caller().orElse(null);
    if (caller == null) {
      report.fail("there is no key to sign with: the database has no platform organization");
    } else if (report.attempt(() -> keys.ensureActive(caller, KeyPurpose.AUDIT)) != null) {
      for (AuditChains.Chain chain : named) {
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
