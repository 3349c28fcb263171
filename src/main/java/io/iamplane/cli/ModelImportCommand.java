package io.iamplane.cli;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.migrate.PeerKind;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:model:import",
    header = "Import a model and its data from OpenFGA, SpiceDB or Topaz.",
    description = {
      "%nReads the other system's own files: OpenFGA's DSL, JSON and .fga.yaml, with tuples",
      "as JSON or YAML; SpiceDB's schema, relationships as text and validation YAML; Topaz's",
      "manifest, objects and relations. Writes a manifest and a file for iam:relations:import",
      "to the --output folder, or applies both to --organization as iam:manifest:apply and",
      "iam:relations:import do. --dry-run writes nothing.",
      "",
      "Each line of the report names a place. A note reports a different name or form; 'not",
      "converted' marks a part of the model that is left out, which never allows more, only",
      "less; 'refused' marks a relation that cannot be written. If anything is not converted",
      "or refused, the exit code is 1 and no organization is changed; with --accept-losses,",
      "the rest is applied although parts of the model are not converted.",
      "",
      "Two applications that declare a type with the same name share its relations. A type is",
      "therefore refused if another application declares it or if relations of that type are",
      "already stored, unless --prefix makes the type names different or --share-types states",
      "that all applications mean the same objects.",
      "",
      "If a file cannot be read, nothing is changed, each error is printed on a separate",
      "line, and the exit code is 2. Without --all, at most 20 lines are printed."
    },
    footer = "  iam iam:model:import --from openfga store.fga.yaml --output migrated")
final class ModelImportCommand extends JsonCommand {

  private final ModelInstallation installation;

  @Parameters(paramLabel = "FILE", description = "The model, or a file that contains it.")
  String file = "";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "SYSTEM",
      description = "Source system: openfga, spicedb or topaz.")
  String from = "";

  @Option(
      names = "--relations",
      paramLabel = "FILE",
      description = "File of objects and relations; may be repeated.")
  List<String> relations = new ArrayList<>();

  @Option(
      names = "--application",
      paramLabel = "KEY",
      description = "Key of the application; by default, the file name.")
  @Nullable String application;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder for manifest.yaml and relations.json; created if missing.")
  @Nullable String folder;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of the tenant to import into.")
  @Nullable String organization;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Prefix for type names, such as docs_; not used for users and groups.")
  String prefix = "";

  @Option(
      names = "--share-types",
      description = "Apply even if another application has a type with the same name.")
  boolean shareTypes;

  @Option(names = "--dry-run", description = "Print the report only; write nothing.")
  boolean dryRun;

  @Option(
      names = "--accept-losses",
      description = "Apply even if parts of the model are not converted.")
  boolean acceptLosses;

  @Option(names = "--all", description = "Print all lines of the report, not only the first 20.")
  boolean all;

  ModelImportCommand(ModelInstallation installation, Output output) {
    super(output);
    this.installation = installation;
  }

  /**
   * @param objects accounts, groups and objects in the file of relations
   * @param notBrought parts of the model
   * @param refused relations that cannot be written
   * @param applied true if the organization was changed
   * @param clientId of the application, if it was made now
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
          "specify --output to write files, --organization to apply them, or --dry-run to print a"
              + " report");
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
    BroughtModel.Counts counts = brought.counts();
    boolean clean = counts.refused() == 0 && (counts.lost() == 0 || acceptLosses);
    boolean apply = clean && !dryRun && organization != null;
    ModelInstallation.Installed installed =
        apply && organization != null
            ? installation.apply(organization, brought, shareTypes)
            : null;
    IssuedClient client = installed == null ? null : installed.client();
    View view =
        new View(
            brought.application(),
            counts.types(),
            counts.objects(),
            counts.relations(),
            counts.lost(),
            counts.refused(),
            installed != null && installed.stopped() == null,
            client == null ? null : client.clientId(),
            client == null ? null : client.secret().reveal(),
            brought.report());
    print(view, lines(view));
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
        "%s: %d types, %d objects and %d relations; %d parts not converted, %d relations refused"
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
      lines.addAll(secret(view.clientId(), view.clientSecret()));
    }
    return lines;
  }
}
