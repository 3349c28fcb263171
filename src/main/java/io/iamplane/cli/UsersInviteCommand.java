package io.iamplane.cli;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.shared.Caller;
import io.iamplane.signin.passkey.Invitations;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:users:invite",
    header = "Create a link for a person to enrol a passkey.",
    description = {
      "%nPrints the link once: only a hash of its secret is stored. The link works once,",
      "within 24 hours; creating it invalidates the person's previous link. Anyone with the",
      "link can sign in as the person: give it to the person directly, or send it through a",
      "channel that only the person reads.",
      "",
      "The invitation is recorded in the organization's audit log (risk: high) and published",
      "as an iam.user.invited event."
    },
    footer = "  iam iam:users:invite --tenant acme --user ann")
final class UsersInviteCommand extends JsonCommand {

  private final CommandOrganization organizations;
  private final Invitations invitations;
  private final Changes changes;

  @Option(
      names = "--tenant",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the person's organization.")
  String tenant = "";

  @Option(
      names = "--user",
      required = true,
      paramLabel = "ID",
      description = "The person's id or external id.")
  String user = "";

  @Option(
      names = "--replace",
      description =
          "Remove the person's passkeys, sessions and tokens now, for example if a device is lost.")
  boolean replace;

  UsersInviteCommand(
      CommandOrganization organizations, Invitations invitations, Changes changes, Output output) {
    super(output);
    this.organizations = organizations;
    this.invitations = invitations;
    this.changes = changes;
  }

  @RegisterForReflection
  record View(String user, String url, Instant expiresAt) {}

  @Override
  public Integer call() {
    Invitations.Invitation made = invite(organizations.caller(tenant));
    View view = new View(made.user().id().toString(), made.url().reveal(), made.expiresAt());
    return done(view, lines(view));
  }

  private Invitations.Invitation invite(Caller caller) {
    Change<Invitations.Invitation> change =
        replace
            ? Change.policy(caller, caller.organization(), this::invite)
            : Change.operational(caller, caller.organization(), this::invite);
    return CommandException.usageUnlessFound(
        () -> changes.record(change), "the organization has no user '" + user + "'");
  }

  private Invitations.Invitation invite(Recording recording) {
    return invitations.invite(recording, user, replace);
  }

  private static List<String> lines(View view) {
    return List.of(
        "invitation for user:" + view.user(),
        "  link        " + view.url(),
        "  expires_at  " + view.expiresAt(),
        "Deliver the link now: only a hash of its secret is stored, so it cannot be shown again.");
  }
}
