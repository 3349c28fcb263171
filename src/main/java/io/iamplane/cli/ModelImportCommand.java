package io.iamplane.cli;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.migrate.PeerKind;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iam:model:import}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:model:import",
    header = "Bring a model and its data over from OpenFGA, SpiceDB or Topaz.",
    description = {
      "%nReads the system's own files: OpenFGA's DSL, JSON and .fga.yaml with tuples as JSON or"
          + " YAML;",
      "SpiceDB's schema, relationships as text and validation YAML; Topaz's manifest, objects and",
      "relations. Writes a manifest and a file for iam:relations:import into --output, or applies",
      "both to --organization as iam:manifest:apply and iam:relations:import do. --dry-run writes",
      "nothing.",
      "",
      "Each line of the report names a place. A note reports another name or form; 'not brought'"
          + " is",
      "a part of the model that is left out, which never allows more, only less; 'refused' is a",
      "relation that cannot be written. After 'not brought' or 'refused' the exit code is 1 and no",
      "organization is changed; --accept-losses applies in spite of 'not brought'.",
      "",
      "Two applications that declare a type of one name see the same relations of it. A type that",
      "another application has, or of which relations are stored already, is therefore refused,",
      "unless --prefix gives the types names of their own or --share-types says that all mean the",
      "same objects.",
      "",
      "A file that cannot be read changes nothing and exits with code 2, every error on a line. At",
      "most 20 lines are printed without --all."
    },
    footer = "  iam iam:model:import --from openfga store.fga.yaml --output migrated")
final class ModelImportCommand extends JsonCommand implements Callable<Integer> {

  private final ModelInstallation installation;
  private final Output output;

  @Parameters(paramLabel = "FILE", description = "The model, or a file that holds it.")
  String file = "";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "SYSTEM",
      description = "openfga, spicedb or topaz.")
  String from = "";

  @Option(
      names = "--relations",
      paramLabel = "FILE",
      description = "Objects and relations; may be repeated.")
  List<String> relations = new ArrayList<>();

  @Option(
      names = "--application",
      paramLabel = "KEY",
      description = "Key of the application; by default the file's name.")
  @Nullable String application;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder for manifest.yaml and relations.json; made if absent.")
  @Nullable String folder;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of the tenant to apply to.")
  @Nullable String organization;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Begins the names of types, such as docs_; not of users and groups.")
  String prefix = "";

  @Option(
      names = "--share-types",
      description = "Apply though another application has a type of one of these names.")
  boolean shareTypes;

  @Option(names = "--dry-run", description = "Report only; write nothing.")
  boolean dryRun;

  @Option(
      names = "--accept-losses",
      description = "Apply though parts of the model were not brought.")
  boolean acceptLosses;

  @Option(names = "--all", description = "Print all lines of the report, not only 20.")
  boolean all;

  ModelImportCommand(ModelInstallation installation, Output output) {
    this.installation = installation;
    this.output = output;
  }

  /**
   * The output of {@code --json}.
   *
   * @param objects accounts, groups and objects in the file of relations
   * @param notBrought parts of the model
   * @param refused relations that cannot be written
   * @param applied true if the organization was changed
   * @param clientId of the application, if it was made now
   * @param report all lines
   */
  @RegisterForReflection
  record View(
      String application,
      int types,
      int objects,
      int relations,
      int notBrought,
      int refused,
      boolean applied,
      @Nullable String clientId,
      @Nullable String clientSecret,
      List<String> report) {}

  @Override
  public Integer call() {
    PeerKind kind = ModelFiles.kind(from);
    if (!dryRun && folder == null && organization == null) {
      throw CommandException.usage(
          "name --output for files, --organization to apply, or --dry-run to see the report");
    }
    BroughtModel brought =
        BroughtModel.read(kind, file, relations, application, prefix, dryRun ? null : folder, all);
    try {
      return finish(brought);
    } finally {
      brought.discard();
    }
  }

  private Integer finish(BroughtModel brought) {
    boolean clean = brought.refused() == 0 && (brought.lost() == 0 || acceptLosses);
    boolean apply = clean && !dryRun && organization != null;
    ModelInstallation.Installed installed =
        apply && organization != null
            ? installation.apply(organization, brought, shareTypes)
            : null;
    IssuedClient client = installed == null ? null : installed.client();
    View view =
        new View(
            brought.application(),
            brought.types(),
            brought.objects(),
            brought.relations(),
            brought.lost(),
            brought.refused(),
            installed != null && installed.stopped() == null,
            client == null ? null : client.clientId(),
            client == null ? null : client.secret().reveal(),
            brought.report());
    output.print(json, view, lines(view));
    if (installed != null && installed.stopped() != null) {
      throw installed.stopped();
    }
    if (!clean && !dryRun && organization != null) {
      throw CommandException.ended(ExitCode.FINDING, List.of(organization + " was not changed"));
    }
    return clean ? ExitCode.DONE : ExitCode.FINDING;
  }

  private List<String> lines(View view) {
    List<String> lines = new ArrayList<>(ShownLines.of(view.report(), all));
    lines.add(
        "%s: %d types, %d objects and %d relations; %d parts not brought, %d relations refused"
            .formatted(
                view.application(),
                view.types(),
                view.objects(),
                view.relations(),
                view.notBrought(),
                view.refused()));
    if (!dryRun && folder != null) {
      lines.add("written to " + folder + ": manifest.yaml, relations.json");
    }
    if (view.applied()) {
      lines.add("applied to " + organization);
    }
    if (view.clientId() != null) {
      lines.add("  client_id      " + view.clientId());
      lines.add("  client_secret  " + view.clientSecret());
      lines.add("Keep the secret now: it is stored as a hash and cannot be shown again.");
    }
    return lines;
  }
}
