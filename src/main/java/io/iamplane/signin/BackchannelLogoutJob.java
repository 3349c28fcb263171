package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.iamplane.shared.ExpiredRows;
import io.iamplane.shared.IamException;
import io.iamplane.token.LogoutTokens;
import io.iamplane.webhook.OutboundRequests;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Notifies applications that sessions ended (OpenID Connect Back-Channel Logout 1.0). Requests follow
 * the rules of webhooks; a receiver that does not answer is asked again for three hours.
 */
@Singleton
class BackchannelLogoutJob {

  private static final Logger LOG = Logger.getLogger(BackchannelLogoutJob.class);

  static final int MOST_OF_AN_ORGANIZATION = 8;
  private static final int MOST = 64;

  /** Longer than an attempt takes, at the end of which the message is due elsewhere or gone. */
  private static final Duration LEASE = Duration.ofMinutes(1);

  private static final Duration RETENTION = Duration.ofDays(7);
  private static final int SUCCESS = 200;
  private static final int REDIRECT = 300;

  /** The pauses between attempts. */
  static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2));

  private final LogoutMessageStore messages;
  private final ApplicationClientQuery clients;
  private final LogoutTokens tokens;
  private final OutboundRequests http;
  private final Transactions transactions;
  private final Clock clock;
  private final Counter taken;
  private final Counter failed;
  private final Counter dead;

  BackchannelLogoutJob(
      LogoutMessageStore messages,
      ApplicationClientQuery clients,
      LogoutTokens tokens,
      OutboundRequests http,
      Transactions transactions,
      Clock clock,
      MeterRegistry registry) {
    this.messages = messages;
    this.clients = clients;
    this.tokens = tokens;
    this.http = http;
    this.transactions = transactions;
    this.clock = clock;
    this.taken = counter(registry, "taken");
    this.failed = counter(registry, "failed");
    this.dead = counter(registry, "dead");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("iam_logout_attempts")
        .description("Attempts to notify an application of the end of a session")
        .tag("outcome", outcome)
        .register(registry);
  }

  @Scheduled(every = "1s", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      int sent;
      do {
        sent = sendSome();
      } while (sent == MOST);
    } catch (IamException e) {
      LOG.debugf("no application is notified of the end of a session: %s", e.getMessage());
    }
  }

  @Scheduled(every = "1h", concurrentExecution = ConcurrentExecution.SKIP)
  void forget() {
    Instant before = clock.instant().minus(RETENTION);
    ExpiredRows.remove(most -> transactions.call(() -> messages.removeDead(before, most)));
  }

  private int sendSome() {
    Instant now = clock.instant();
    List<LogoutMessage> claimed =
        transactions.call(() -> {
          List<LogoutMessage> due = messages.due(now, MOST_OF_AN_ORGANIZATION, MOST);
          messages.lease(due, now.plus(LEASE));
          return due;
        });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      claimed.forEach(message -> threads.execute(() -> send(message)));
    }
    return claimed.size();
  }

  private void send(LogoutMessage message) {
    try {
      Optional<String> uri = uri(message.clientId());
      if (uri.isEmpty()) {
        transactions.run(() -> messages.remove(message));
      } else if (isTaken(message, uri.get())) {
        taken.increment();
        transactions.run(() -> messages.remove(message));
      } else {
        again(message);
      }
    } catch (IamException e) {
      // Its lease ends, and it is due again.
      LOG.debugf("an application is notified later of the end of a session: %s", e.getMessage());
    }
  }

  /** The address that the application declares now; empty if it asks for no messages. */
  private Optional<String> uri(String clientId) {
    @Nullable SignInClient client =
        transactions.call(() -> clients.findAll(List.of(clientId))).get(clientId);
    return client == null ? Optional.empty() : Optional.ofNullable(client.backchannelLogoutUri());
  }

  private boolean isTaken(LogoutMessage message, String uri) {
    String token = tokens.issue(message.clientId(), message.session()).reveal();
    try {
      int status =
          http.send(
                  message.organization(),
                  HttpMethod.POST,
                  URI.create(uri),
                  Map.of("Content-Type", "application/x-www-form-urlencoded"),
                  "logout_token=" + token)
              .status();
      return status >= SUCCESS && status < REDIRECT;
    } catch (OutboundRequests.RefusedException e) {
      LOG.debugf("a logout token was not taken: %s", e.getMessage());
      return false;
    }
  }

  private void again(LogoutMessage message) {
    Instant now = clock.instant();
    failed.increment();
    if (message.tries() < PAUSES.size()) {
      Instant dueAt = now.plus(PAUSES.get(message.tries()));
      transactions.run(() -> messages.retry(message, dueAt));
    } else {
      transactions.run(() -> messages.bury(message, now));
      dead.increment();
      LOG.warnf("client %s was not notified of the end of a session", message.clientId());
    }
  }
}
