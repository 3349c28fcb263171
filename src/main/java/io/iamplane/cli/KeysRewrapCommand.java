package io.iamplane.cli;

import io.iamplane.key.KeyRewrapping;
import io.iamplane.key.RewrappedKey;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:rewrap",
    header = "Rewrap the private keys with the key provider's current key.",
    description = {
      "%nRun this command after rotating the provider's own key (in Vault, or a new IAM_KEK with",
      "the old one in IAM_PREVIOUS_KEKS) or changing the provider (a new IAM_KEYS_PROVIDER with",
      "the old one in IAM_KEYS_PREVIOUS_PROVIDER). First give all servers the new settings. It is",
      "safe to run this command repeatedly, even while servers are running; a new run continues an",
      "interrupted one. The platform's audit log records each rewrapped key as an",
      "iam.key.rewrapped event. Once this command exits with code 0, the old key is needed only for",
      "earlier backups."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the current key wraps every private key",
      "1:a private key cannot be unwrapped: its wrapping key is gone, or its data was altered",
      "2:wrong usage: arguments or settings",
      "3:the database or a key provider was unavailable"
    },
    footer = "  iam iam:keys:rewrap --json")
final class KeysRewrapCommand extends JsonCommand {

  private final Database database;
  private final SafeSettings settings;
  private final CommandOrganization organizations;
  private final KeyRewrapping rewrapping;

  KeysRewrapCommand(
      Database database,
      SafeSettings settings,
      CommandOrganization organizations,
      KeyRewrapping rewrapping,
      Output output) {
    super(output);
    this.database = database;
    this.settings = settings;
    this.organizations = organizations;
    this.rewrapping = rewrapping;
  }

  @RegisterForReflection
  record View(boolean complete, List<KeyView> keys) {}

  @RegisterForReflection
  record KeyView(
      String kid, String purpose, String outcome, String wrappedBy, @Nullable String problem) {

    static KeyView of(RewrappedKey key) {
      return new KeyView(
          key.kid(), key.purpose().wire(), key.outcome().wire(), key.wrappedBy(), key.problem());
    }

    String line() {
      return "%s (%s): %s, wrapped by %s%s"
          .formatted(kid, purpose, outcome, wrappedBy, problem == null ? "" : ": " + problem);
    }
  }

  @Override
  public Integer call() {
    database.requireSchema();
    settings.requireSealingKeys();
    List<RewrappedKey> keys = rewrapping.run(CommandCaller.of(organizations.platform().id()));
    int exitCode = keys.stream().mapToInt(KeysRewrapCommand::exitCode).max().orElse(ExitCode.DONE);
    List<KeyView> views = keys.stream().map(KeyView::of).toList();
    print(new View(exitCode == ExitCode.DONE, views), views.stream().map(KeyView::line).toList());
    return exitCode;
  }

  private static int exitCode(RewrappedKey key) {
    return switch (key.outcome()) {
      case REWRAPPED, CURRENT, CHANGED -> ExitCode.DONE;
      case REFUSED -> ExitCode.FINDING;
      case UNAVAILABLE -> ExitCode.UNAVAILABLE;
    };
  }
}
