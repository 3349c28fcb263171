package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.OrganizationId;
import io.iamplane.signin.LogoutMessageStore.LogoutMessage;
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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Notifies applications that sessions ended (OpenID Connect Back-Channel Logout 1.0). Requests
 * follow the rules of webhooks; a receiver that does not answer is asked again for three hours. A
 * few messages of an organization are on their way at a time, one of each application, and
 * organizations take turns. An application that is slow to answer rests, so that one that hangs
 * holds up none but itself.
 */
@Singleton
class BackchannelLogoutJob implements ExpiringRows {

  private static final Logger LOG = Logger.getLogger(BackchannelLogoutJob.class);

  static final int MOST_OF_AN_ORGANIZATION = 4;

  /** The organizations whose messages are on their way at a time. */
  static final int MOST_ORGANIZATIONS = 16;

  /** The time of an organization's turn while others may wait. */
  private static final Duration TURN = Duration.ofSeconds(1);

  /** Longer than an attempt takes, at the end of which the message is due elsewhere or gone. */
  private static final Duration LEASE = Duration.ofMinutes(1);

  /** An application that takes longer for an answer rests for as long as it took. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  private static final UUID FIRST = new UUID(0, 0);
  private static final int SUCCESS = 200;
  private static final int REDIRECT = 300;

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
  private final Set<OrganizationId> running = ConcurrentHashMap.newKeySet();
  private final Map<String, Instant> resting = new ConcurrentHashMap<>();
  private volatile UUID after = FIRST;

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
        .description("Attempts to notify applications of ended sessions, by outcome")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Begins the turns of organizations that wait; does not wait for their end. */
  @Scheduled(every = "1s", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    int free = MOST_ORGANIZATIONS - running.size();
    if (free == 0) {
      return;
    }
    try {
      List<OrganizationId> waiting =
          transactions.call(() -> messages.organizations(clock.instant(), after, free));
      after = waiting.size() < free ? FIRST : waiting.getLast().value();
      waiting.stream()
          .filter(running::add)
          .forEach(each -> Thread.startVirtualThread(() -> turn(each)));
    } catch (RuntimeException e) {
      LOG.debugf(
          "could not start notifying applications of ended sessions: %s; will retry in a second",
          e.getMessage());
    }
  }

  boolean isIdle() {
    return running.isEmpty();
  }

  private void turn(OrganizationId organization) {
    Instant end = clock.instant().plus(TURN);
    try {
      boolean more;
      do {
        more = sendSome(organization);
      } while (more && clock.instant().isBefore(end));
    } catch (RuntimeException e) {
      // Their leases end, and they are due again.
      LOG.debugf("could not notify applications of ended sessions: %s; will retry", e.getMessage());
    } finally {
      running.remove(organization);
    }
  }

  private boolean sendSome(OrganizationId organization) {
    Instant now = clock.instant();
    resting.values().removeIf(until -> !until.isAfter(now));
    List<LogoutMessage> leased =
        transactions.call(() -> {
          List<LogoutMessage> due =
              messages.due(organization, now, resting.keySet(), MOST_OF_AN_ORGANIZATION);
          messages.lease(due, now.plus(LEASE));
          return due;
        });
    List<String> ids = leased.stream().map(LogoutMessage::clientId).toList();
    Map<String, SignInClient> known = transactions.call(() -> clients.findAll(ids));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      leased.forEach(
          message -> threads.execute(() -> send(message, known.get(message.clientId()))));
    }
    return !leased.isEmpty();
  }

  private void send(LogoutMessage message, @Nullable SignInClient client) {
    try {
      if (isSettled(message, client)) {
        transactions.run(() -> messages.remove(List.of(message)));
      } else {
        again(message);
      }
    } catch (RuntimeException e) {
      // Its lease ends, and it is due again.
      LOG.debugf(
          "could not notify an application of an ended session: %s; will retry", e.getMessage());
    }
  }

  /** Returns true if the application took the message, or asks for none now. */
  private boolean isSettled(LogoutMessage message, @Nullable SignInClient client) {
    if (client == null) {
      // Such as a suspended application's, which may come back.
      return false;
    }
    String uri = client.backchannelLogoutUri();
    return uri == null || isTaken(message, uri);
  }

  private boolean isTaken(LogoutMessage message, String uri) {
    String token = tokens.issue(message.clientId(), message.session()).reveal();
    Instant begin = clock.instant();
    try {
      int status =
          http.sendUnshared(
                  message.organization(),
                  HttpMethod.POST,
                  URI.create(uri),
                  Map.of("Content-Type", "application/x-www-form-urlencoded"),
                  "logout_token=" + token)
              .status();
      boolean ok = status >= SUCCESS && status < REDIRECT;
      if (ok) {
        taken.increment();
      }
      return ok;
    } catch (OutboundRequests.RefusedException | RuntimeException e) {
      LOG.debugf("could not deliver a logout token: %s", e.getMessage());
      return false;
    } finally {
      Instant end = clock.instant();
      Duration taken = Duration.between(begin, end);
      if (taken.compareTo(SLOW) > 0) {
        resting.put(message.clientId(), end.plus(taken));
      }
    }
  }

  private void again(LogoutMessage message) {
    failed.increment();
    if (message.tries() < PAUSES.size()) {
      Instant dueAt = clock.instant().plus(PAUSES.get(message.tries()));
      transactions.run(() -> messages.retry(message, dueAt));
    } else {
      transactions.run(() -> messages.remove(List.of(message)));
      died(message.clientId(), 1);
    }
  }

  private void died(String clientId, long number) {
    dead.increment((double) number);
    LOG.warnf(
        "gave up notifying client %s of ended sessions; messages dropped: %d", clientId, number);
  }

  @Override
  public String rows() {
    return "logout messages";
  }

  /** Removes messages that are too old to be sent, tried or not. */
  @Override
  public int removeExpired(Instant now, int most) {
    List<LogoutMessage> old = messages.old(now, most);
    messages.remove(old);
    old.stream()
        .collect(Collectors.groupingBy(LogoutMessage::clientId, Collectors.counting()))
        .forEach(this::died);
    return old.size();
  }
}
