package io.iamplane.cli;

import io.iamplane.audit.erasure.ErasureService;
import io.iamplane.audit.erasure.ErasureView;
import io.iamplane.decision.erasure.DecisionErasureView;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:erase-subject",
    header = "Erase a person's data permanently.",
    description = {
      "%nClears the user's data, suspends the user, deletes the personal values in the audit log",
      "with their salts, and blanks events and other copies that name the person. If the person is",
      "also named in places that cannot be blanked, lists these and erases nothing; see",
      "--accept-remaining. Chains and proofs remain valid. Earlier exports and backups still",
      "contain the values.",
      "",
      "Afterwards, servers remove records about the user from the decision log; run the command",
      "again to see the progress. This cannot be undone."
    },
    footer = "  iam iam:audit:erase-subject --organization acme --subject user:ann")
final class AuditEraseSubjectCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final ErasureService erasures;

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
      description = "A user, by id or external id, or another actor in the audit log, by id.")
  String subject = "";

  @Option(
      names = "--accept-remaining",
      description =
          "Erase the rest even if the person is named in places that only you can change, or in"
              + " plain text in the chain.")
  boolean acceptRemaining;

  AuditEraseSubjectCommand(
      CommandOrganization organizations, ErasureService erasures, Output output) {
    super(output);
    this.organizations = organizations;
    this.erasures = erasures;
  }

  @Override
  public Integer call() {
    SubjectRef reference =
        SubjectRef.parse(subject)
            .orElseThrow(
                () -> CommandException.usage("--subject must be type:id, such as user:ann"));
    Caller caller = organizations.caller(organization);
    ErasureView erasure = erasures.erase(caller, caller.organization(), reference, acceptRemaining);
    return done(erasure, lines(erasure));
  }

  private static List<String> lines(ErasureView erasure) {
    List<String> lines = new ArrayList<>();
    lines.add(
        ("%s: deleted %d values; blanked %d events, %d copies in earlier policy versions and %d"
                + " other copies")
            .formatted(
                erasure.subject(),
                erasure.values(),
                erasure.messages(),
                erasure.changes(),
                erasure.copies()));
    erasure.remaining().forEach(place -> lines.add("still names the person: " + place));
    DecisionErasureView decisions = erasure.decisions();
    if (decisions != null) {
      lines.add(
          ("decisions: %s, erased %d records in %d blocks, %s; the search covers decisions"
                  + " sealed before %s")
              .formatted(
                  decisions.state().wire(),
                  decisions.records(),
                  decisions.blocks(),
                  decisions.reached() == null
                      ? "nothing searched yet"
                      : "searched up to " + decisions.reached(),
                  decisions.until()));
      decisions
          .skippedBlocks()
          .forEach(block -> lines.add("cannot be read and remains unchanged: block " + block));
    }
    return lines;
  }
}
