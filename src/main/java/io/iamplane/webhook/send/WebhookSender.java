package io.iamplane.webhook.send;

import io.iamplane.webhook.retry.RetryAfter;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.signature.WebhookSignature;
import io.iamplane.webhook.target.ResolverBusyException;
import io.iamplane.webhook.target.TargetRefusedException;
import io.iamplane.webhook.target.TargetRules;
import io.iamplane.webhook.target.TargetUrl;
import io.iamplane.webhook.target.TenantResolvers;
import io.vertx.core.http.HttpMethod;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends one signed request; throws for nothing that a receiver, a name server or a URL does. */
public final class WebhookSender {

  private static final int GONE = 410;

  /** W3C Trace Context, section 3.2. Not signed: a proxy on the way may add its own span. */
  private static final String TRACEPARENT = "traceparent";

  private final TargetRules rules;
  private final TenantResolvers resolvers;
  private final HttpExchange http;
  private final Clock clock;
  private final boolean tellsTrace;

  /**
   * @param tellsTrace true to send receivers the trace context of an attempt
   */
  public WebhookSender(
      TargetRules rules,
      TenantResolvers resolvers,
      HttpExchange http,
      Clock clock,
      boolean tellsTrace) {
    this.tellsTrace = tellsTrace;
    this.rules = rules;
    this.resolvers = resolvers;
    this.http = http;
    this.clock = clock;
  }

  /** Sends; blocks until the answer is there or the time is over. */
  public SendResult send(WebhookRequest request) {
    Instant began = clock.instant();
    try {
      TargetUrl url = rules.check(request.url());
      InetSocketAddress address = rules.locate(url, resolvers.of(request.organization()));
      HttpExchange.Message message =
          new HttpExchange.Message(
              HttpMethod.POST, headers(request), request.body(), AnswerReader.MAX_BODY);
      return result(http.send(url, address, message, Duration.between(began, clock.instant())));
    } catch (TargetRefusedException e) {
      return SendResult.failed(Outcome.FORBIDDEN, "The URL " + e.reason() + ".");
    } catch (ResolverBusyException e) {
      return SendResult.failed(Outcome.POSTPONED, "The DNS lookup did not start in time.");
    } catch (UnknownHostException e) {
      return SendResult.failed(Outcome.UNREACHABLE, "The host name could not be resolved.");
    } catch (HttpExchange.TimeoutException e) {
      return SendResult.failed(Outcome.TIMEOUT, "The receiver did not respond in time.");
    } catch (HttpExchange.BrokenException e) {
      return SendResult.failed(Outcome.UNREACHABLE, e.words());
    }
  }

  private Map<String, String> headers(WebhookRequest request) {
    String id = request.id().toString();
    long timestamp = clock.instant().getEpochSecond();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/cloudevents+json; charset=utf-8");
    headers.put("user-agent", "iam-webhooks");
    headers.put(WebhookSignature.ID, id);
    headers.put(WebhookSignature.TIMESTAMP, Long.toString(timestamp));
    headers.put(
        WebhookSignature.SIGNATURE,
        WebhookSignature.header(id, timestamp, request.body(), request.secrets()));
    if (tellsTrace && request.traceparent() != null) {
      headers.put(TRACEPARENT, request.traceparent());
    }
    return headers;
  }

  private SendResult result(HttpExchange.Answer answer) {
    int status = answer.status();
    Instant now = clock.instant();
    Outcome outcome =
        status >= 200 && status < 300
            ? Outcome.DELIVERED
            : status == GONE ? Outcome.GONE : Outcome.REJECTED;
    return new SendResult(
        outcome,
        status,
        outcome == Outcome.DELIVERED ? null : "The receiver returned " + status + ".",
        outcome == Outcome.DELIVERED ? null : RetryAfter.parse(answer.retryAfter(), now),
        answer.excerpt().isEmpty() ? null : answer.excerpt());
  }
}
