package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.key.KeyPurpose;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:keys:rotate}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:rotate",
    header = "Have the standby key sign, or take the steps that are due.",
    description = {
      "%nThe standby takes the place of the key that signs, which verifies for another two hours",
      "(IAM_KEYS_OVERLAP); a new one stands by. A key is published for six minutes before it signs:",
      "within six minutes of another rotation or a revocation nothing changes, and the command says",
      "from when on it can be run.",
      "",
      "With --due it rotates keys that have signed for 90 days (IAM_KEYS_ROTATION_INTERVAL), and",
      "retires superseded ones. One server or worker does that every hour",
      "(IAM_SCHEDULE_KEYS_ROTATE); safe to run twice and beside it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:another key signs; with --due: what was due is done",
      "1:the standby cannot sign yet, or is an audit key that is not pinned",
      "2:wrong usage: arguments or settings",
      "3:the database or the key provider was unavailable"
    },
    footer = "  iam iam:keys:rotate --purpose token")
final class KeysRotateCommand extends JsonCommand implements Callable<Integer> {

  private final SafeSettings settings;
  private final KeyJobs keys;
  private final RecordedJobs jobs;
  private final Output output;

  @Option(
      names = "--purpose",
      paramLabel = "PURPOSE",
      description = "token (default) or audit, which signs checkpoints of the audit log.")
  @Nullable String purpose;

  @Option(names = "--due", description = "Take only steps that are due, of all keys.")
  boolean due;

  KeysRotateCommand(SafeSettings settings, KeyJobs keys, RecordedJobs jobs, Output output) {
    this.settings = settings;
    this.keys = keys;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    if (due && purpose != null) {
      throw CommandException.usage("--due is about all keys; leave out --purpose");
    }
    settings.requireSealingKeys();
    return due
        ? jobs.run(JobName.KEYS_ROTATE, this::step, KeyJobs.DueView::result).result().exitCode()
        : rotate(purpose());
  }

  private KeyPurpose purpose() {
    return switch (purpose == null ? "token" : purpose) {
      case "token" -> KeyPurpose.TOKEN;
      case "audit" -> KeyPurpose.AUDIT;
      default -> throw CommandException.usage("--purpose must be token or audit");
    };
  }

  private KeyJobs.DueView step() {
    KeyJobs.DueView done = keys.due(CommandCaller::of);
    output.print(json, done, done.lines());
    return done;
  }

  private int rotate(KeyPurpose rotated) {
    KeyJobs.StepView done = keys.rotate(rotated);
    output.print(json, done, List.of(line(done)));
    return done.rotated() ? ExitCode.DONE : ExitCode.FINDING;
  }

  private static String line(KeyJobs.StepView done) {
    return done.rotated() || done.rotatesFrom() == null
        ? done.line()
        : "%s: NOT rotated; the standby is not in every cache yet: run this again from %s on"
            .formatted(done.purpose().wire(), done.rotatesFrom());
  }
}
