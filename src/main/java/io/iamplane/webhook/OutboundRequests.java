package io.iamplane.webhook;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Shares;
import io.iamplane.webhook.send.HttpExchange;
import io.iamplane.webhook.target.TargetRefusedException;
import io.iamplane.webhook.target.TargetUrl;
import io.vertx.core.http.HttpMethod;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests to hosts that tenants name, other than their webhooks' but under the same rules: each to
 * an address that was checked, without redirects, in five seconds, with a bounded answer. A host
 * that hangs takes a few threads of its own organization's share.
 */
@Singleton
public class OutboundRequests {

  private static final int MAX_BODY = 128 * 1024;
  private static final int MOST = 128;

  /** The part of the free places that a tenant may have: a sixteenth. */
  private static final int PART = 16;

  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final WebhookTargets targets;
  private final HttpExchanges exchanges;
  private final Shares<OrganizationId> running = new Shares<>(MOST, PART);
  private @Nullable HttpExchange http;

  OutboundRequests(WebhookTargets targets, HttpExchanges exchanges) {
    this.targets = targets;
    this.exchanges = exchanges;
  }

  /** An answer, whole. */
  public record Answer(int status, String body) {}

  /** There was no answer, or the address is not allowed; the message is for the log. */
  public static final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** The reason why requests may not go to a URL, as a phrase after its name; empty if they may. */
  public Optional<String> refusal(String url) {
    try {
      targets.rules().check(url);
      return Optional.empty();
    } catch (TargetRefusedException e) {
      return Optional.of(e.reason());
    }
  }

  /**
   * @throws RefusedException without an answer
   * @throws IamException TOO_MANY_REQUESTS while too many requests of the organization wait
   */
  public Answer send(
      OrganizationId organization,
      HttpMethod method,
      URI uri,
      Map<String, String> headers,
      String body)
      throws RefusedException {
    if (!running.take(organization)) {
      throw IamException.tooMany("Too many outbound requests are in progress.", LIMIT.toSeconds());
    }
    try {
      return sendUnshared(organization, method, uri, headers, body);
    } finally {
      running.giveBack(organization);
    }
  }

  /**
   * Sends a request without a place of the organization's share, for a caller that bounds its own
   * requests to a few of each organization.
   *
   * @throws RefusedException without an answer
   */
  public Answer sendUnshared(
      OrganizationId organization,
      HttpMethod method,
      URI uri,
      Map<String, String> headers,
      String body)
      throws RefusedException {
    try {
      TargetUrl url = targets.rules().check(uri.toString());
      HttpExchange.Answer answer =
          exchange()
              .send(
                  url,
                  targets.rules().locate(url, targets.resolvers().of(organization)),
                  new HttpExchange.Message(method, headers, body, MAX_BODY),
                  Duration.ZERO);
      if (!answer.whole()) {
        throw new RefusedException("the response was too large or did not end in time");
      }
      return new Answer(answer.status(), answer.excerpt());
    } catch (TargetRefusedException e) {
      throw new RefusedException("the URL " + e.reason());
    } catch (HttpExchange.TimeoutException e) {
      throw new RefusedException("no response in time");
    } catch (HttpExchange.BrokenException | IOException e) {
      throw new RefusedException("the connection failed");
    }
  }

  private synchronized HttpExchange exchange() {
    if (http == null) {
      http = exchanges.make(LIMIT, MOST);
    }
    return http;
  }

  @PreDestroy
  synchronized void stop() {
    if (http != null) {
      http.close();
    }
  }
}
