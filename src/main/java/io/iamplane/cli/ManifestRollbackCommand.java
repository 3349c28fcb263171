package io.iamplane.cli;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.shared.Caller;
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
    name = "iam:manifest:rollback",
    header = "Roll back an application's current manifest.",
    description = {
      "%nRestores the catalog of the previous manifest. Requires no permission, so it works even",
      "if a manifest has locked out all administrators."
    },
    footer = "  iam iam:manifest:rollback warehouse --organization acme")
final class ManifestRollbackCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final ManifestInstaller installer;

  @Parameters(paramLabel = "APPLICATION", description = "The application's key.")
  String application = "";

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the tenant.")
  String organization = "";

  ManifestRollbackCommand(
      CommandOrganization organizations, ManifestInstaller installer, Output output) {
    super(output);
    this.organizations = organizations;
    this.installer = installer;
  }

  /** The version that is applied from now on. */
  @RegisterForReflection
  record View(String application, int version) {}

  @Override
  public Integer call() {
    Caller caller = organizations.caller(organization);
    int version = installer.rollBack(caller, caller.organization(), application).version();
    return done(
        new View(application, version),
        List.of("%s is at manifest version %d".formatted(application, version)));
  }
}
