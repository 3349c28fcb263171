package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.key.KeyPurpose;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:rotate",
    header = "Rotate to the standby key, or rotate and retire all keys that are due.",
    description = {
      "%nThe standby replaces the signing key, whose signatures remain valid for another two hours",
      "(IAM_KEYS_OVERLAP), and a new standby is created. A key is published for six minutes before",
      "it signs: within six minutes of another rotation or a revocation, nothing changes, and the",
      "command prints the earliest time to try again.",
      "",
      "With --due, rotates keys that have been signing for 90 days (IAM_KEYS_ROTATION_INTERVAL)",
      "and retires superseded ones. Also runs as a scheduled job, every hour on one server or worker",
      "(IAM_SCHEDULE_KEYS_ROTATE). It is safe to run this command repeatedly, even while the job",
      "is running."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the standby now signs; with --due: all steps that were due are done",
      "1:the standby cannot sign yet, or is an audit key missing from IAM_AUDIT_TRUSTED_KEYS",
      "2:wrong usage: arguments or settings",
      "3:the database or the key provider was unavailable"
    },
    footer = "  iam iam:keys:rotate --purpose token")
final class KeysRotateCommand extends JobCommand {

  private final SafeSettings settings;
  private final KeyJobs keys;

  @Option(
      names = "--purpose",
      paramLabel = "PURPOSE",
      description =
          "Purpose of the key: 'token' (default), or 'audit' for signing audit checkpoints.")
  @Nullable String purpose;

  @Option(names = "--due", description = "Take only the steps that are due, for all keys.")
  boolean due;

  KeysRotateCommand(SafeSettings settings, KeyJobs keys, RecordedJobs jobs, Output output) {
    super(JobName.KEYS_ROTATE, () -> keys.due(CommandCaller::of), jobs, output);
    this.settings = settings;
    this.keys = keys;
  }

  @Override
  public Integer call() {
    if (due && purpose != null) {
      throw CommandException.usage("--due applies to all keys; omit --purpose");
    }
    settings.requireSealingKeys();
    return due ? super.call() : rotate(purpose());
  }

  private KeyPurpose purpose() {
    return switch (purpose == null ? "token" : purpose) {
      case "token" -> KeyPurpose.TOKEN;
      case "audit" -> KeyPurpose.AUDIT;
      default -> throw CommandException.usage("--purpose must be 'token' or 'audit'");
    };
  }

  private int rotate(KeyPurpose rotated) {
    KeyJobs.StepView step = keys.rotate(rotated);
    print(step, List.of(line(step)));
    return step.rotated() ? ExitCode.DONE : ExitCode.FINDING;
  }

  private static String line(KeyJobs.StepView step) {
    return step.rotated() || step.rotatesFrom() == null
        ? step.line()
        : "%s: NOT rotated: verifiers may not know the standby yet; run this again at %s or later"
            .formatted(step.purpose().wire(), step.rotatesFrom());
  }
}
