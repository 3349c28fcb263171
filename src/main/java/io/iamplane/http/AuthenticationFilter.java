package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.Newcomer;
import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.token.VerifiedToken;
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
 * Requires a valid bearer token, except on open paths. A token seen before was found in memory at
 * the {@link Doorway}; an unseen one is verified off the event loop.
 *
 * <p>Only the header counts (RFC 6750, section 2.1): a token in the query or in a cookie does not
 * count.
 */
class AuthenticationFilter {

  private final Newcomers newcomers;
  private final FailedAuthentications failures;
  private final RequestIdentity identity;
  private final CurrentCaller caller;

  AuthenticationFilter(
      Newcomers newcomers,
      FailedAuthentications failures,
      RequestIdentity identity,
      CurrentCaller caller) {
    this.newcomers = newcomers;
    this.failures = failures;
    this.identity = identity;
    this.caller = caller;
  }

  @ServerRequestFilter(
      preMatching = true,
      nonBlocking = true,
      priority = FilterOrder.AUTHENTICATION)
  @Nullable Uni<Response> authenticate(ContainerRequestContext request, RoutingContext connection) {
    if (ApiPaths.isOpen(connection.request().path())) {
      return null;
    }
    RequestSender sender = RequestSender.of(connection);
    VerifiedToken known = sender.token();
    if (known != null) {
      // However often its address failed: the failures may be others' behind the same gateway.
      admit(sender, known, request);
      return null;
    }
    Newcomer newcomer = sender.newcomer();
    return Uni.createFrom()
        .item(() -> newcomers.verify(newcomer))
        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
        .onItem()
        .invoke(verified -> admit(sender, verified, request))
        .onItemOrFailure()
        .invoke((verified, failure) -> newcomers.settle(newcomer, failure))
        .onItem()
        .transform(verified -> null);
  }

  /** Wrong client credentials are failed authentications too. */
  @ServerResponseFilter
  void countRefusedClient(ContainerRequestContext request, ContainerResponseContext response) {
    if (ApiPaths.isOAuth(request.getUriInfo().getPath())
        && response.getStatus() == ErrorCode.UNAUTHORIZED.status()) {
      failures.count(identity.address());
    }
  }

  private void admit(RequestSender sender, VerifiedToken token, ContainerRequestContext request) {
    caller.set(sender.caller(token, request.getHeaderString(HttpHeaders.USER_AGENT)));
  }
}
