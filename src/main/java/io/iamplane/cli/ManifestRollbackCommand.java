package io.iamplane.cli;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.manifest.ManifestVersion;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iam:manifest:rollback}. */
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
final class ManifestRollbackCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final CommandOrganization organizations;
  private final ManifestInstaller installer;
  private final Output output;

  @Parameters(paramLabel = "APPLICATION", description = "The application's key.")
  String application = "";

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the tenant.")
  String organization = "";

  ManifestRollbackCommand(
      Database database,
      CommandOrganization organizations,
      ManifestInstaller installer,
      Output output) {
    this.database = database;
    this.organizations = organizations;
    this.installer = installer;
    this.output = output;
  }

  /** The output of {@code --json}: the version that is applied from now on. */
  @RegisterForReflection
  record View(String application, int version) {}

  @Override
  public Integer call() {
    database.requireSchema();
    CommandOrganization.Named tenant = organizations.named(organization);
    ManifestVersion previous = installer.rollBack(tenant.caller(), tenant.id(), application);
    View view = new View(application, previous.version());
    output.print(
        json,
        view,
        List.of("%s is at manifest version %d".formatted(view.application(), view.version())));
    return ExitCode.DONE;
  }
}
