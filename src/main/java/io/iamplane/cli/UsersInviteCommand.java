package io.iamplane.cli;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.signin.passkey.Invitations;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:users:invite}. */
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
final class UsersInviteCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final CommandOrganization organizations;
  private final Invitations invitations;
  private final Changes changes;
  private final Output output;

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
      Database database,
      CommandOrganization organizations,
      Invitations invitations,
      Changes changes,
      Output output) {
    this.database = database;
    this.organizations = organizations;
    this.invitations = invitations;
    this.changes = changes;
    this.output = output;
  }

  /** The output of {@code --json}. */
  @RegisterForReflection
  record View(String user, String url, Instant expiresAt) {}

  @Override
  public Integer call() {
    database.requireSchema();
    CommandOrganization.Named named = organizations.named(tenant);
    Invitations.Invitation made = invite(named);
    View view = new View(made.user().id().toString(), made.url().reveal(), made.expiresAt());
    output.print(json, view, lines(view));
    return ExitCode.DONE;
  }

  private Invitations.Invitation invite(CommandOrganization.Named named) {
    try {
      return changes.record(
          replace
              ? Change.policy(named.caller(), named.id(), this::invite)
              : Change.operational(named.caller(), named.id(), this::invite));
    } catch (IamException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw CommandException.usage("the organization has no user '" + user + "'");
      }
      throw e;
    }
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
