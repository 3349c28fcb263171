package io.iamplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.grant.load.ImportFile;
import io.iamplane.grant.load.Importer;
import io.iamplane.grant.load.StoppedImportException;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Doing;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:relations:import",
    header = "Import objects and relations from a JSON file into a tenant.",
    description = {
      "%nThe file contains {\"objects\": [{type, id, display_name?, properties?}], \"relations\":",
      "[{object_type, object_id, relation, subject_type, subject_id, subject_relation?,",
      "condition?, valid_from?, valid_until?}]}; either array may be omitted. Objects of the",
      "types user, group and service_account become directory entries whose external_id is the",
      "object's id, and a group's member relation becomes a membership. A file can be imported",
      "again: existing entries are kept or updated.",
      "",
      "The file is imported in portions of up to 1,000 entries that take about two seconds, each",
      "completely or not at all. If a portion is refused, one line of output reports the place",
      "or the cause, and another the number of entries written. If the file is invalid, the exit",
      "code is 2."
    },
    footer = "  iam iam:relations:import relations.json --organization acme")
final class RelationsImportCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final Importer importer;
  private final ObjectMapper mapper;

  @Parameters(paramLabel = "FILE", description = "JSON file, or - for standard input.")
  String file = "";

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the tenant.")
  String organization = "";

  RelationsImportCommand(
      CommandOrganization organizations, Importer importer, ObjectMapper mapper, Output output) {
    super(output);
    this.organizations = organizations;
    this.importer = importer;
    this.mapper = mapper;
  }

  @RegisterForReflection
  record View(int objects, int relations) {}

  @Override
  public Integer call() {
    Caller caller = organizations.caller(organization);
    Doing.stage("reading " + file);
    ImportFile read = InputFile.relations(mapper, file);
    try {
      importer.run(caller, caller.organization(), read);
    } catch (StoppedImportException e) {
      throw stopped(e, read);
    }
    View view = new View(read.objects(), read.relations());
    return done(
        view,
        List.of(
            "imported %d objects and %d relations into %s"
                .formatted(view.objects(), view.relations(), organization)));
  }

  private CommandException stopped(StoppedImportException error, ImportFile read) {
    Failures.Failure failure = Failures.ofPortion(error.reason());
    String written =
        error.objects() + error.relations() == 0 && !Failures.isUnknown(error.reason())
            ? "nothing was written"
            : ("written: %d of %d objects, %d of %d relations; to continue, resolve the cause and"
                    + " import the file again")
                .formatted(error.objects(), read.objects(), error.relations(), read.relations());
    return CommandException.ended(
        failure.exitCode(), List.of(file + ": " + failure.line(), written));
  }
}
