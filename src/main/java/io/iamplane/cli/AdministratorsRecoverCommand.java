package io.iamplane.cli;

import io.iamplane.directory.client.ClientView;
import io.iamplane.directory.organization.AdministratorRecovery;
import io.iamplane.directory.organization.CreateAdministratorRequest;
import io.iamplane.directory.organization.Organization;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:administrators:recover",
    header = "Create a new administrator for an organization that has no usable one.",
    description = {
      "%nWorks for a tenant or the platform organization, even if an administrator is still",
      "active, because its secret may be lost. Prints the client id and the secret once: only the",
      "hash of the secret is stored. The audit logs of the organization and the platform record",
      "this as iam.organization.administrator_recovered (risk: critical), and an event reports it.",
      "",
      "Other administrators keep their rights. Afterwards, suspend those whose secrets are lost."
    },
    footer = "  iam iam:administrators:recover --organization acme")
final class AdministratorsRecoverCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final AdministratorRecovery recovery;

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the organization.")
  String organization = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the administrator's service account; default: administrator.")
  @Nullable String name;

  AdministratorsRecoverCommand(
      CommandOrganization organizations, AdministratorRecovery recovery, Output output) {
    super(output);
    this.organizations = organizations;
    this.recovery = recovery;
  }

  @RegisterForReflection
  record View(String id, String key, String subject, String clientId, String clientSecret) {}

  @Override
  public Integer call() {
    Organization found = organizations.find(organization);
    ClientView made =
        recovery.recover(
            CommandCaller.of(organizations.platform().id()),
            found.id().toString(),
            CreateAdministratorRequest.named(name));
    View view =
        new View(
            found.id().toString(),
            found.key(),
            made.subject(),
            made.clientId(),
            Objects.requireNonNull(made.clientSecret()));
    List<String> lines = new ArrayList<>(List.of("administrator of " + view.key()));
    lines.addAll(secret(view.clientId(), view.clientSecret()));
    return done(view, lines);
  }
}
