package io.iamplane.cli;

import io.iamplane.auditor.Erasure;
import io.iamplane.auditor.ErasureService;
import io.iamplane.auditor.ErasureView;
import io.iamplane.shared.SubjectRef;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:audit:erase-subject}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:erase-subject",
    header = "Erase what names a person, for good.",
    description = {
      "%nEmpties and suspends the user, deletes the values that the audit log holds apart with their",
      "salts, and blanks announcements. Chains and proofs stay whole. Exports and backups that were made",
      "before hold the values still. Cannot be undone; done again, it does nothing."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:audit:erase-subject --organization acme --subject user:ann")
final class AuditEraseSubjectCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final CommandOrganization organizations;
  private final ErasureService erasures;
  private final Output output;

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the subject's organization.")
  String organization = "";

  @Option(
      names = "--subject",
      required = true,
      paramLabel = "TYPE:ID",
      description = "Whom; a user by id or external id.")
  String subject = "";

  AuditEraseSubjectCommand(
      Database database,
      CommandOrganization organizations,
      ErasureService erasures,
      Output output) {
    this.database = database;
    this.organizations = organizations;
    this.erasures = erasures;
    this.output = output;
  }

  @Override
  public Integer call() {
    SubjectRef reference =
        SubjectRef.parse(subject)
            .orElseThrow(() -> CommandException.usage("--subject must be written type:id"));
    database.requireSchema();
    CommandOrganization.Named named = organizations.named(organization);
    Erasure erasure = erasures.erase(named.caller(), named.id(), reference);
    output.print(
        json,
        ErasureView.of(erasure),
        List.of(
            "%s: %d values deleted, %d announcements and %d earlier images blanked"
                .formatted(
                    erasure.subject(), erasure.values(), erasure.messages(), erasure.changes())));
    return ExitCode.DONE;
  }
}
