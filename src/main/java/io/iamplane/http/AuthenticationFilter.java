package io.iamplane.http;

import io.iamplane.http.limit.RateLimit;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Lets nobody without a valid bearer token past, the open paths excepted. A token seen before is
 * answered from memory on the event loop; an unseen one is verified off it.
 *
 * <p>Only the header counts (RFC 6750, section 2.1): a token in the query or in a cookie is none.
 */
class AuthenticationFilter {

  private static final String SCHEME = "bearer ";
  private static final int MAX_USER_AGENT = 256;

  private final TokenVerifier verifier;
  private final RateLimits limits;
  private final RequestIdentity identity;
  private final CurrentCaller caller;
  private final Tracer tracer;

  AuthenticationFilter(
      TokenVerifier verifier,
      RateLimits limits,
      RequestIdentity identity,
      CurrentCaller caller,
      Tracer tracer) {
    this.verifier = verifier;
    this.limits = limits;
    this.identity = identity;
    this.caller = caller;
    this.tracer = tracer;
  }

  @ServerRequestFilter(preMatching = true, priority = FilterOrder.AUTHENTICATION)
  @Nullable Uni<Response> authenticate(
      ContainerRequestContext request, HttpServerRequest connection) {
    if (ApiPaths.isOAuth(connection.path())) {
      refuseAfterTooManyFailures();
    }
    if (ApiPaths.isOpen(connection.path())) {
      return null;
    }
    refuseAfterTooManyFailures();
    RawToken token = bearer(request);
    Optional<VerifiedToken> known = verifier.cached(token);
    if (known.isPresent()) {
      admit(known.get(), request);
      return null;
    }
    // Counted as failed until it proves valid, so that many at once cannot slip past the limit.
    countFailure();
    return Uni.createFrom()
        .item(() -> verify(token))
        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
        .onItem()
        .invoke(verified -> admit(verified, request))
        .onItemOrFailure()
        .invoke((verified, failure) -> settle(failure))
        .onItem()
        .transform(verified -> null);
  }

  private void countFailure() {
    limits.take(RateLimit.AUTHENTICATION, null, identity.address());
  }

  private void settle(@Nullable Throwable failure) {
    if (!isUnauthorized(failure)) {
      limits.giveBack(RateLimit.AUTHENTICATION, null, identity.address());
    }
  }

  /** Wrong client credentials are failed authentications too. */
  @ServerResponseFilter
  void countRefusedClient(ContainerRequestContext request, ContainerResponseContext response) {
    if (ApiPaths.isOAuth(request.getUriInfo().getPath())
        && response.getStatus() == ErrorCode.UNAUTHORIZED.status()) {
      countFailure();
    }
  }

  private VerifiedToken verify(RawToken token) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      VerifiedToken verified = verifier.verify(token);
      span.event("verified");
      return verified;
    }
  }

  private void refuseAfterTooManyFailures() {
    RateLimits.State state = limits.look(RateLimit.AUTHENTICATION, null, identity.address());
    if (!state.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS, "Too many failed authentications from this address.")
          .with("retry_after", Long.toString(Math.max(1, state.retryAfterSeconds())));
    }
  }

  private RawToken bearer(ContainerRequestContext request) {
    List<String> headers = request.getHeaders().get(HttpHeaders.AUTHORIZATION);
    if (headers == null || headers.isEmpty()) {
      throw IamException.of(
          ErrorCode.UNAUTHORIZED, "Send a bearer token in the header Authorization.");
    }
    String header = headers.getFirst();
    if (headers.size() > 1
        || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || header.length() == SCHEME.length()) {
      countFailure();
      throw IamException.of(
              ErrorCode.UNAUTHORIZED, "The header Authorization must be one Bearer token.")
          .with("error", "invalid_request");
    }
    return new RawToken(header.substring(SCHEME.length()).strip());
  }

  private void admit(VerifiedToken token, ContainerRequestContext request) {
    caller.set(
        new Caller(
            token.organization(),
            token.platform(),
            token.subject(),
            token.clientId(),
            token.aal(),
            new Caller.Origin(identity.correlationId(), identity.address(), userAgent(request)),
            new Caller.Token(token.policyVersion(), token.scopes())));
  }

  private static @Nullable String userAgent(ContainerRequestContext request) {
    String agent = request.getHeaderString(HttpHeaders.USER_AGENT);
    return agent == null || agent.length() <= MAX_USER_AGENT
        ? agent
        : agent.substring(0, MAX_USER_AGENT);
  }

  private static boolean isUnauthorized(@Nullable Throwable failure) {
    return failure instanceof IamException refusal && refusal.code() == ErrorCode.UNAUTHORIZED;
  }
}
