package io.iamplane.cli;

import io.iamplane.audit.checkpoint.StoredCheckpoint;
import io.iamplane.auditor.AnchorException;
import io.iamplane.auditor.ChainBrokenException;
import io.iamplane.auditor.CheckpointService;
import io.iamplane.auditor.VerificationView;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
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
    header = "Sign how long audit chains are and what they hold.",
    description = {
      "%nVerifies what was written since the last checkpoint, and the anchor where one is configured",
      "(IAM_AUDIT_ANCHOR), before it signs. A chain that does not hold is not signed; the others are.",
      "The first run makes the key of purpose audit unless iam:bootstrap did."
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
  private final SigningKeys keys;
  private final Output output;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of one organization; all without it.")
  @Nullable String organization;

  AuditCheckpointCommand(
      AuditChains chains, CheckpointService checkpoints, SigningKeys keys, Output output) {
    this.chains = chains;
    this.checkpoints = checkpoints;
    this.keys = keys;
    this.output = output;
  }

  /** One chain: its checkpoint, or what is wrong with it. */
  @RegisterForReflection
  record ChainView(String organizationId, @Nullable Long size, @Nullable VerificationView broken) {}

  /** What {@code --json} prints. */
  @RegisterForReflection
  record View(boolean valid, List<ChainView> chains) {}

  @Override
  public Integer call() {
    List<AuditChains.Chain> named = chains.named(organization);
    Caller caller = chains.caller();
    keys.ensureActive(caller, KeyPurpose.AUDIT);
    List<ChainView> views = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    boolean valid = true;
    for (AuditChains.Chain chain : named) {
      try {
        StoredCheckpoint checkpoint = checkpoints.create(caller, chain.id());
        views.add(new ChainView(chain.id().toString(), checkpoint.size(), null));
        lines.add("%s: signed at record %d".formatted(chain.key(), checkpoint.size()));
      } catch (ChainBrokenException e) {
        valid = false;
        VerificationView broken = VerificationView.of(e.verification());
        views.add(new ChainView(chain.id().toString(), null, broken));
        lines.add(
            "%s: NOT SIGNED, broken at record %d: %s"
                .formatted(
                    chain.key(),
                    broken.seq(),
                    broken.cause() == null ? "" : broken.cause().wire()));
      } catch (AnchorException e) {
        throw CommandException.unavailable(e.getMessage());
      }
    }
    output.print(json, new View(valid, views), lines);
    return valid ? ExitCode.DONE : ExitCode.FINDING;
  }
}
