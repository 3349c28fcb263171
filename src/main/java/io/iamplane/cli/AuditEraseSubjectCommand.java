package io.iamplane.cli;

import io.iamplane.audit.erasure.Erasure;
import io.iamplane.audit.erasure.ErasureService;
import io.iamplane.audit.erasure.ErasureView;
import io.iamplane.shared.SubjectRef;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:audit:erase-subject}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:erase-subject",
    header = "Erase a person's data permanently.",
    description = {
      "%nEmpties and suspends the user, deletes the personal values of the audit log with their",
      "salts, and blanks announcements and other copies that name the person. Refuses with a list of the",
      "places that only you can change. Chains and proofs stay valid. Exports and backups made",
      "before still hold the values. Servers take records about the user out of the log of",
      "decisions afterwards; a repeat shows how far they are. Cannot be undone."
    },
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
      description = "The user, by id or external id.")
  String subject = "";

  @Option(
      names = "--accept-remaining",
      description =
          "Erase even if places that only you can change, or that are chained in clear, name the "
              + "person.")
  boolean acceptRemaining;

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
    Erasure erasure = erasures.erase(named.caller(), named.id(), reference, acceptRemaining);
    output.print(json, ErasureView.of(erasure), lines(erasure));
    return ExitCode.DONE;
  }

  private static List<String> lines(Erasure erasure) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %d values deleted, %d announcements, %d earlier images and %d other copies blanked"
            .formatted(
                erasure.subject(),
                erasure.values(),
                erasure.messages(),
                erasure.changes(),
                erasure.copies()));
    erasure.remaining().forEach(place -> lines.add("still names the person: " + place));
    erasure
        .decisions()
        .ifPresent(decisions -> {
          lines.add(
              "decisions: %s, %d records of %d blocks erased, searched to %s, goes on until %s"
                  .formatted(
                      decisions.state().wire(),
                      decisions.records(),
                      decisions.blocks(),
                      decisions.reached() == null ? "the beginning" : decisions.reached(),
                      decisions.until()));
          decisions
              .skippedBlocks()
              .forEach(block -> lines.add("cannot be read and stays as it is: block " + block));
        });
    return lines;
  }
}
