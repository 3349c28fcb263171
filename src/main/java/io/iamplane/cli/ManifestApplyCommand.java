package io.iamplane.cli;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Caller;
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
    name = "iam:manifest:apply",
    header = "Apply an application's manifest.",
    description = {
      "%nApplies the manifest as an operator, without approval. Permissions and roles that",
      "the manifest no longer declares are deprecated, never deleted. An application's first",
      "manifest creates its client; the client's id and secret are printed once.",
      "",
      "An invalid manifest changes nothing: each error is printed on a separate line, and the",
      "exit code is 2."
    },
    footer = "  iam iam:manifest:apply warehouse.yaml --organization acme")
final class ManifestApplyCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final ManifestInstaller installer;

  @Parameters(paramLabel = "FILE", description = "Manifest file, or - for standard input.")
  String file = "";

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the tenant.")
  String organization = "";

  ManifestApplyCommand(
      CommandOrganization organizations, ManifestInstaller installer, Output output) {
    super(output);
    this.organizations = organizations;
    this.installer = installer;
  }

  /** The client is present if it was made now. */
  @RegisterForReflection
  record View(
      String application,
      boolean changed,
      @Nullable Integer version,
      @Nullable String clientId,
      @Nullable String clientSecret) {}

  @Override
  public Integer call() {
    Manifest manifest = InputFile.valid(file, InputFile.manifest(file));
    Caller caller = organizations.caller(organization);
    ManifestInstaller.Installed installed =
        installer.apply(caller, caller.organization(), manifest);
    Application application = installed.application();
    IssuedClient client = installed.client();
    View view =
        new View(
            manifest.app().key(),
            application != null,
            application == null ? null : application.manifestVersion(),
            client == null ? null : client.clientId(),
            client == null ? null : client.secret().reveal());
    return done(view, lines(view));
  }

  private static List<String> lines(View view) {
    List<String> lines = new ArrayList<>();
    lines.add(
        view.changed()
            ? "%s is at manifest version %d".formatted(view.application(), view.version())
            : view.application() + " already matches the manifest");
    if (view.clientId() != null) {
      lines.addAll(secret(view.clientId(), view.clientSecret()));
    }
    return lines;
  }
}
