package io.iamplane.cli;

import io.iamplane.audit.verification.Acknowledgement;
import io.iamplane.audit.verification.FindingService;
import io.iamplane.shared.Caller;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:acknowledge",
    header = "Close a finding of iam:audit:verify once its cause is known.",
    description = {
      "%nWhile a finding is open, every run of iam:audit:verify exits with code 1, whichever",
      "records it reads. The platform's chain records the closure and its reason. A run that",
      "finds the same fault again reopens the finding."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the finding is closed",
      "1:the finding was not open",
      "2:wrong usage: arguments or settings, or an unknown finding",
      "3:the database was unavailable, or there is no platform organization"
    },
    footer =
        "  iam iam:audit:acknowledge --finding 0199f3a0-7c3e-7b52-8f10-3a5d2c9e4b17 --reason"
            + " \"INC-42\"")
final class AuditAcknowledgeCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final FindingService findings;

  @Option(
      names = "--finding",
      required = true,
      paramLabel = "ID",
      description = "Id of the finding, as shown by iam:audit:verify.")
  String finding = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Cause of the finding, for the audit log.")
  String reason = "";

  AuditAcknowledgeCommand(
      CommandOrganization organizations, FindingService findings, Output output) {
    super(output);
    this.organizations = organizations;
    this.findings = findings;
  }

  @Override
  public Integer call() {
    UUID id = id();
    Caller caller = organizations.platformCaller(CommandCaller::of);
    Acknowledgement closed =
        CommandException.usageUnlessFound(
            () -> findings.acknowledge(caller, id, reason), "there is no finding " + id);
    return done(
        closed,
        List.of(
            "%s: acknowledged %s at record %d"
                .formatted(closed.organizationId(), closed.cause().wire(), closed.seq())));
  }

  private UUID id() {
    try {
      return UUID.fromString(finding);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--finding must be an id shown by iam:audit:verify");
    }
  }
}
