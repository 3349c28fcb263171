package io.iamplane.http;

import io.iamplane.http.cors.CrossOrigin;
import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.HttpConfig;
import io.iamplane.http.exchange.Newcomer;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.limit.Allowance;
import io.iamplane.http.limit.Ceilings;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.token.VerifiedToken;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests before the framework routes them: plain HTTP if it is not allowed, a missing or
 * foreign token, and a known sender beyond its ceilings. A flood consists of these, and the way
 * through the framework costs ten times the refusal.
 */
@Singleton
class Doorway {

  /** In every log line of the request. */
  private static final String CORRELATION_ID = "correlation_id";

  private final RequestSenders senders;
  private final Newcomers newcomers;
  private final Ceilings ceilings;
  private final HttpConfig config;
  private final CrossOrigin crossOrigin;
  private final Tracer tracer;

  Doorway(
      RequestSenders senders,
      Newcomers newcomers,
      Ceilings ceilings,
      HttpConfig config,
      CrossOrigin crossOrigin,
      Tracer tracer) {
    this.tracer = tracer;
    this.senders = senders;
    this.newcomers = newcomers;
    this.ceilings = ceilings;
    this.config = config;
    this.crossOrigin = crossOrigin;
  }

  /** A refusal; the answer has {@code headers} beside those of every answer. */
  record Refusal(IamException reason, Map<String, String> headers) {

    private Refusal(ErrorCode code, String detail) {
      this(IamException.of(code, detail));
    }

    private Refusal(IamException reason) {
      this(reason, Map.of());
    }
  }

  /** Returns the reason for a refusal; null if the request may pass. */
  @Nullable Refusal judge(RoutingContext context) {
    HttpServerRequest request = context.request();
    RequestSender sender = find(request);
    sender.remember(context);
    MDC.put(CORRELATION_ID, sender.correlationId());
    String path = request.path();
    if (config.requireHttps() && !sender.origin().secure() && !ApiPaths.isProbe(path)) {
      return new Refusal(ErrorCode.FORBIDDEN, "Plain HTTP is not accepted; use HTTPS.");
    }
    if (ApiPaths.isOpen(path) || crossOrigin.isPreflight(request)) {
      return null;
    }
    if (TokenHeader.lines(request).isEmpty()) {
      return new Refusal(
          ErrorCode.UNAUTHORIZED, "Send a bearer token in the Authorization header.");
    }
    return sender.token() == null
        ? screen(context, sender)
        : charge(context, sender, sender.token());
  }

  /** Known by its token, that is authenticated; all others are so later, or refused. */
  private RequestSender find(HttpServerRequest request) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      RequestSender sender = senders.read(request);
      if (sender.token() == null) {
        span.discard();
      } else {
        span.attribute(SpanAttribute.OUTCOME, "known");
      }
      return sender;
    }
  }

  private @Nullable Refusal screen(RoutingContext context, RequestSender sender) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      try {
        Newcomer newcomer = newcomers.screen(context.request(), sender.origin().address());
        sender.screened(newcomer).remember(context);
        // Its signature is verified elsewhere, if anything asks for it.
        span.discard();
        return newcomer.known() == null ? null : look(context, sender, newcomer.known());
      } catch (IamException e) {
        span.attribute(SpanAttribute.OUTCOME, "refused");
        return new Refusal(e);
      }
    }
  }

  private @Nullable Refusal charge(
      RoutingContext context, RequestSender sender, VerifiedToken token) {
    Allowance allowance =
        ceilings.take(
            ApiPaths.limit(context.request().path()),
            token.organization(),
            token.counted(),
            sender.origin().address());
    sender.charged(allowance).remember(context);
    return refusal(allowance.request());
  }

  /**
   * Refuses a request beyond a ceiling before its proof is verified, which costs more. It is
   * charged after that: the token alone must not use up the ceilings of its client.
   */
  private @Nullable Refusal look(
      RoutingContext context, RequestSender sender, VerifiedToken token) {
    return refusal(
        ceilings.look(
            ApiPaths.limit(context.request().path()),
            token.organization(),
            token.counted(),
            sender.origin().address()));
  }

  private static @Nullable Refusal refusal(Ceilings.Taken taken) {
    IamException refusal = taken.refusal();
    return refusal == null ? null : new Refusal(refusal, taken.state().headers());
  }
}
