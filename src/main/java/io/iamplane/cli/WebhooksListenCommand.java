package io.iamplane.cli;

import io.iamplane.webhook.receiver.LocalReceiver;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.receiver.Received;
import io.iamplane.webhook.signature.WebhookSecret;
import io.iamplane.webhook.signature.WebhookSignature;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:webhooks:listen",
    header = "Receive webhooks on this machine, for development and tests.",
    description = {
      "%nPrints every request and whether its signature is valid. Listens on 127.0.0.1 only and",
      "needs no database. The webhook's secret is read from the environment variable",
      "IAM_WEBHOOK_SECRET."
    },
    footer = {
      "  IAM_WEBHOOK_SECRET=whsec_... iam iam:webhooks:listen --port 9999 --fail 20",
      "  (set the webhook's url to http://localhost:9999/)"
    })
final class WebhooksListenCommand extends JsonCommand {

  private static final String SECRET = "IAM_WEBHOOK_SECRET";
  private static final int FAILURE = 500;

  private final Clock clock;
  private final RandomGenerator random = new SecureRandom();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9999",
      description = "Port to listen on, 9999 by default; 0 for any free port.")
  int port;

  @Option(
      names = "--fail",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description = "Respond to this percentage of requests with status 500.")
  int fail;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      defaultValue = "PT0S",
      description = "Delay before each response, such as PT2S.")
  String delay = "PT0S";

  @Option(names = "--hang", description = "Never respond.")
  boolean hang;

  @Option(
      names = "--redirect",
      paramLabel = "URL",
      description = "Respond with a redirect to this URL.")
  @Nullable String redirect;

  WebhooksListenCommand(Output output, Clock clock) {
    super(output);
    this.clock = clock;
  }

  /** For each request; {@code verified} is null if no secret is known. */
  @RegisterForReflection
  record View(String path, String id, @Nullable Boolean verified, String answer, String body) {}

  @Override
  public Integer call() {
    Duration wait = duration();
    Optional<WebhookSecret> secret = secret();
    try (LocalReceiver receiver =
        new LocalReceiver(port, request -> react(request, secret, wait))) {
      output.print(false, receiver, List.of("listening on " + receiver.url()));
      Quarkus.waitForExit();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw CommandException.unavailable("cannot listen on port " + port);
    }
  }

  private Reaction react(Received request, Optional<WebhookSecret> secret, Duration wait) {
    Reaction reaction = reaction(wait);
    Boolean verified = secret.map(known -> verifies(known, request)).orElse(null);
    String answer = reaction instanceof Reaction.Answer known ? "" + known.status() : "none";
    synchronized (output) {
      print(
          new View(request.path(), request.id(), verified, answer, request.body()),
          List.of(
              "%s %s, %s, response %s"
                  .formatted(request.path(), request.id(), words(verified), answer),
              "  " + request.body()));
    }
    return reaction;
  }

  private Reaction reaction(Duration wait) {
    if (hang) {
      return new Reaction.Hang();
    }
    if (redirect != null) {
      return new Reaction.Answer(302, Map.of("Location", redirect), wait);
    }
    boolean failing = random.nextInt(100) < fail;
    return new Reaction.Answer(failing ? FAILURE : 204, Map.of(), wait);
  }

  private boolean verifies(WebhookSecret secret, Received request) {
    return request.timestamp().matches("[0-9]{1,12}")
        && WebhookSignature.verifies(
            secret,
            request.id(),
            Long.parseLong(request.timestamp()),
            request.body(),
            request.signature(),
            clock.instant());
  }

  private static String words(@Nullable Boolean verified) {
    if (verified == null) {
      return "signature not verified: " + SECRET + " is not set";
    }
    return verified ? "signature is valid" : "signature is INVALID";
  }

  private Duration duration() {
    try {
      Duration wait = Duration.parse(delay);
      if (!wait.isNegative()) {
        return wait;
      }
    } catch (DateTimeParseException e) {
      throw CommandException.usage("--delay must be a duration, such as PT2S");
    }
    throw CommandException.usage("--delay must not be negative");
  }

  private static Optional<WebhookSecret> secret() {
    String text = System.getenv(SECRET);
    if (text == null) {
      return Optional.empty();
    }
    Optional<WebhookSecret> secret = WebhookSecret.parse(text);
    if (secret.isEmpty()) {
      throw CommandException.usage(SECRET + " must be whsec_ followed by 24 to 64 bytes in base64");
    }
    return secret;
  }
}
