package io.iamplane.cli;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:model:export",
    header = "Export an application's model and the tenant's relations as OpenFGA files.",
    description = {
      "%nWrites model.fga (schema 1.1), tuples.json and store.fga.yaml to the --output",
      "folder; store.fga.yaml refers to the other two for 'fga store import'. An account is",
      "named by its external id, or by its id if it has no external id; group memberships",
      "also become tuples.",
      "",
      "OpenFGA has no equivalent of self, .all, some conditions, validity periods or inactive",
      "accounts, so the export leaves them out. Leaving out a part of the model never allows",
      "more, only less. Each loss is reported with its place on a separate line of standard",
      "error. If the line says 'may allow more', the relation excludes subjects, and OpenFGA",
      "may allow more than this server. After any such line, the exit code is 1, but all",
      "files are written."
    },
    footer = "  iam iam:model:export --to openfga --organization acme --output openfga")
final class ModelExportCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final ModelExport export;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "SYSTEM",
      description = "Target system: openfga.")
  String to = "";

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the tenant.")
  String organization = "";

  @Option(
      names = "--application",
      paramLabel = "KEY",
      description = "Key of the application; by default, the only one that has a model.")
  @Nullable String application;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; created if missing.")
  String folder = "";

  ModelExportCommand(CommandOrganization organizations, ModelExport export, Output output) {
    super(output);
    this.organizations = organizations;
    this.export = export;
  }

  /**
   * @param relations tuples in the file
   * @param unheeded relations that the model does not list, which change no answer
   * @param notWritten losses, of the model and of relations
   * @param mayAllowMore differences by which the other system may allow more: some of the losses,
   *     and parts written in a weaker form
   */
  @RegisterForReflection
  record View(
      String application,
      int types,
      long relations,
      long unheeded,
      int notWritten,
      int mayAllowMore,
      List<String> report) {}

  @Override
  public Integer call() {
    if (!to.equals("openfga")) {
      throw CommandException.usage("--to must be openfga");
    }
    View view = export.write(organizations.find(organization).id(), application, folder);
    print(view, lines(view));
    if (hasFindings(view)) {
      throw CommandException.ended(ExitCode.FINDING, view.report());
    }
    return ExitCode.DONE;
  }

  private static boolean hasFindings(View view) {
    return view.notWritten() > 0 || view.mayAllowMore() > 0;
  }

  private List<String> lines(View view) {
    List<String> lines = new ArrayList<>(hasFindings(view) ? List.of() : view.report());
    lines.add(
        ("%s: %d types and %d relations; %d losses, %d differences that may allow more,"
                + " %d relations not in the model")
            .formatted(
                view.application(),
                view.types(),
                view.relations(),
                view.notWritten(),
                view.mayAllowMore(),
                view.unheeded()));
    lines.add("written to " + folder + ": model.fga, tuples.json, store.fga.yaml");
    return lines;
  }
}
