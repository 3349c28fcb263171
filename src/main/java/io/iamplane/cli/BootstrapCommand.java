package io.iamplane.cli;

import io.iamplane.bootstrap.Bootstrap;
import io.iamplane.bootstrap.Bootstrap.NewOrganization;
import io.iamplane.bootstrap.Bootstrap.Seat;
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
    name = "iam:bootstrap",
    header = "Create the platform organization, the first tenant and their administrators.",
    description = {
      "%nPrints the administrators' client ids and secrets once: only the hashes of the secrets",
      "are stored. Creates everything or nothing. A second run is refused with exit code 1."
    },
    footer = "  iam iam:bootstrap --tenant acme --tenant-name \"Acme Ltd\" --json")
final class BootstrapCommand extends JsonCommand {

  private static final String PLATFORM_KEY = "platform";
  private static final String PLATFORM_NAME = "Platform";

  private final Database database;
  private final SafeSettings settings;
  private final Bootstrap bootstrap;

  @Option(
      names = "--tenant",
      required = true,
      paramLabel = "KEY",
      description = "Key of the tenant.")
  String tenantKey = "";

  @Option(
      names = "--tenant-name",
      paramLabel = "NAME",
      description = "Name of the tenant; default: its key.")
  @Nullable String tenantName;

  @Option(
      names = "--platform",
      defaultValue = PLATFORM_KEY,
      paramLabel = "KEY",
      description = "Key of the platform organization; default: platform.")
  String platformKey = PLATFORM_KEY;

  @Option(
      names = "--platform-name",
      defaultValue = PLATFORM_NAME,
      paramLabel = "NAME",
      description = "Name of the platform organization; default: Platform.")
  String platformName = PLATFORM_NAME;

  BootstrapCommand(Database database, SafeSettings settings, Bootstrap bootstrap, Output output) {
    super(output);
    this.database = database;
    this.settings = settings;
    this.bootstrap = bootstrap;
  }

  @RegisterForReflection
  record View(SeatView platform, SeatView tenant, String signingKey) {}

  /** An organization and the client that administers it. */
  @RegisterForReflection
  record SeatView(String id, String key, String clientId, String clientSecret) {

    static SeatView of(Seat seat) {
      return new SeatView(
          seat.organization().id().toString(),
          seat.organization().key(),
          seat.administrator().clientId(),
          seat.administrator().secret().reveal());
    }

    List<String> lines(String role) {
      return List.of(
          role + " " + key,
          "  id             " + id,
          "  client_id      " + clientId,
          "  client_secret  " + clientSecret);
    }
  }

  @Override
  public Integer call() {
    settings.requireSealingKeys();
    database.requireSchema();
    Bootstrap.Outcome outcome =
        bootstrap.run(
            new NewOrganization(platformKey, platformName),
            new NewOrganization(tenantKey, tenantName == null ? tenantKey : tenantName),
            CommandCaller::of);
    View view =
        new View(SeatView.of(outcome.platform()), SeatView.of(outcome.tenant()), outcome.keyId());
    return done(view, lines(view));
  }

  private static List<String> lines(View view) {
    List<String> lines = new ArrayList<>(view.platform().lines("platform"));
    lines.addAll(view.tenant().lines("tenant"));
    lines.add("signing key " + view.signingKey());
    lines.add("Save the secrets now: only their hashes are stored, so they cannot be shown again.");
    return lines;
  }
}
