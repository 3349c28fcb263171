package io.iamplane.http;

import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.UnverifiedToken;
import io.iamplane.token.VerifiedToken;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Lets nobody without a valid bearer token past, the open paths excepted. A token seen before was
 * found in memory at the {@link Doorway}; an unseen one is verified off the event loop.
 *
 * <p>Only the header counts (RFC 6750, section 2.1): a token in the query or in a cookie is none.
 */
class AuthenticationFilter {

  private static final int MAX_USER_AGENT = 256;

  private final TokenVerifier verifier;
  private final FailedAuthentications failures;
  private final RequestIdentity identity;
  private final CurrentCaller caller;
  private final Tracer tracer;

  AuthenticationFilter(
      TokenVerifier verifier,
      FailedAuthentications failures,
      RequestIdentity identity,
      CurrentCaller caller,
      Tracer tracer) {
    this.verifier = verifier;
    this.failures = failures;
    this.identity = identity;
    this.caller = caller;
    this.tracer = tracer;
  }

  @ServerRequestFilter(preMatching = true, priority = FilterOrder.AUTHENTICATION)
  @Nullable Uni<Response> authenticate(ContainerRequestContext request, RoutingContext connection) {
    if (ApiPaths.isOpen(connection.request().path())) {
      return null;
    }
    VerifiedToken known = RequestSender.of(connection).token();
    if (known != null) {
      // However often its address failed: that may have been anybody behind the same gateway.
      admit(known, request);
      return null;
    }
    RawToken token = bearer(connection);
    String address = identity.address();
    boolean suspect = !failures.count(address);
    UnverifiedToken unverified = screen(token, suspect);
    if (suspect) {
      failures.takeShare(unverified.claimedClient(), address);
    }
    return Uni.createFrom()
        .item(() -> verify(unverified, suspect))
        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
        .onItem()
        .invoke(verified -> admit(verified, request))
        .onItemOrFailure()
        .invoke((verified, failure) -> settle(unverified, suspect, failure))
        .onItem()
        .transform(verified -> null);
  }

  private UnverifiedToken screen(RawToken token, boolean suspect) {
    try {
      return verifier.screen(token);
    } catch (IamException e) {
      throw suspect ? failures.tooMany(identity.address()) : e;
    }
  }

  private void settle(UnverifiedToken token, boolean suspect, @Nullable Throwable failure) {
    if (isUnauthorized(failure)) {
      return;
    }
    String address = identity.address();
    if (suspect) {
      failures.returnShare(token.claimedClient(), address);
    } else {
      failures.forgive(address);
    }
    if (failure == null) {
      failures.proved(token.claimedClient());
    }
  }

  /** Wrong client credentials are failed authentications too. */
  @ServerResponseFilter
  void countRefusedClient(ContainerRequestContext request, ContainerResponseContext response) {
    if (ApiPaths.isOAuth(request.getUriInfo().getPath())
        && response.getStatus() == ErrorCode.UNAUTHORIZED.status()) {
      failures.count(identity.address());
    }
  }

  private VerifiedToken verify(UnverifiedToken token, boolean suspect) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      VerifiedToken verified = suspect ? verifier.verifySuspect(token) : verifier.verify(token);
      span.event("verified");
      return verified;
    }
  }

  private RawToken bearer(RoutingContext request) {
    RawToken token = BearerHeader.token(BearerHeader.lines(request.request()));
    if (token == null) {
      if (!failures.count(identity.address())) {
        throw failures.tooMany(identity.address());
      }
      throw IamException.of(
              ErrorCode.UNAUTHORIZED, "The header Authorization must be one Bearer token.")
          .with("error", "invalid_request");
    }
    return token;
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
