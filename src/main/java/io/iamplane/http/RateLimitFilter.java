package io.iamplane.http;

import io.iamplane.http.limit.ClientAllowance;
import io.iamplane.http.limit.RateLimit;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MultivaluedMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Holds each client to its ceiling and says in every answer how much of it is left
 * (draft-ietf-httpapi-ratelimit-headers).
 */
class RateLimitFilter {

  private static final String STATE = RateLimitFilter.class.getName();

  private final ClientAllowance allowance;
  private final RequestIdentity identity;
  private final CurrentCaller caller;
  private final OAuthAdmission oauth;

  RateLimitFilter(
      ClientAllowance allowance,
      RequestIdentity identity,
      CurrentCaller caller,
      OAuthAdmission oauth) {
    this.allowance = allowance;
    this.identity = identity;
    this.caller = caller;
    this.oauth = oauth;
  }

  private record Taken(RateLimit limit, RateLimits.State state) {}

  @ServerRequestFilter(preMatching = true, priority = FilterOrder.RATE_LIMIT)
  void limit(ContainerRequestContext request, HttpServerRequest connection) {
    String path = connection.path();
    if (ApiPaths.isOpen(path)) {
      // The token endpoint counts once the client proved itself: see OAuthAdmission.
      return;
    }
    RateLimit limit = ApiPaths.isDecision(path) ? RateLimit.DECISION : RateLimit.ADMIN;
    String client = caller.isPresent() ? caller.get().clientId() : null;
    RateLimits.State state = allowance.take(limit, client, identity.address());
    request.setProperty(STATE, new Taken(limit, state));
    require(state, "");
    if (limit == RateLimit.ADMIN && caller.isPresent()) {
      requireAnywhere(request, caller.get());
    }
  }

  /** Neither one organization nor one of its clients takes the service from the others. */
  private void requireAnywhere(ContainerRequestContext request, Caller asking) {
    if (asking.clientId() != null) {
      requireAnywhere(request, RateLimit.CLIENT, asking.clientId(), " to your client");
    }
    requireAnywhere(
        request,
        RateLimit.TENANT,
        asking.organization().toString(),
        " to all clients of your organization");
  }

  private void requireAnywhere(
      ContainerRequestContext request, RateLimit limit, String whose, String whom) {
    RateLimits.State state = allowance.takeAnywhere(limit, whose);
    if (!state.allowed()) {
      request.setProperty(STATE, new Taken(limit, state));
      require(state, whom);
    }
  }

  private static void require(RateLimits.State state, String whom) {
    if (!state.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS,
              "At most " + state.ceiling() + " requests a minute are answered here" + whom + ".")
          .with("retry_after", Long.toString(Math.max(1, state.retryAfterSeconds())));
    }
  }

  @ServerResponseFilter
  void tell(ContainerRequestContext request, ContainerResponseContext response) {
    RateLimits.State issued = oauth.state();
    Object taking =
        issued == null ? request.getProperty(STATE) : new Taken(RateLimit.OAUTH, issued);
    if (taking instanceof Taken taken) {
      MultivaluedMap<String, Object> headers = response.getHeaders();
      String name = '"' + taken.limit().wire() + '"';
      RateLimits.State left = allowance.left();
      RateLimits.State state = left == null ? taken.state() : left;
      headers.putSingle(
          "RateLimit-Policy", name + ";q=" + state.ceiling() + ";w=" + RateLimits.windowSeconds());
      headers.putSingle(
          "RateLimit", name + ";r=" + state.remaining() + ";t=" + state.resetSeconds());
    }
  }
}
