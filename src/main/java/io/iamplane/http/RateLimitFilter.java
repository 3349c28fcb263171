package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.limit.Allowance;
import io.iamplane.http.limit.Ceilings;
import io.iamplane.http.limit.ClientAllowance;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MultivaluedMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Enforces each client's ceiling and reports the rest in every answer
 * (draft-ietf-httpapi-ratelimit-headers). Senders known from the head were charged at the {@link
 * Doorway}; senders known only now are charged here.
 */
class RateLimitFilter {

  private final ClientAllowance allowance;
  private final Ceilings ceilings;
  private final CurrentCaller caller;
  private final OAuthAdmission oauth;

  RateLimitFilter(
      ClientAllowance allowance, Ceilings ceilings, CurrentCaller caller, OAuthAdmission oauth) {
    this.allowance = allowance;
    this.ceilings = ceilings;
    this.caller = caller;
    this.oauth = oauth;
  }

  @ServerRequestFilter(preMatching = true, nonBlocking = true, priority = FilterOrder.RATE_LIMIT)
  void limit(RoutingContext request) {
    String path = request.request().path();
    if (ApiPaths.isOpen(path)) {
      // The OAuth endpoints count once the client proved itself: see OAuthAdmission.
      return;
    }
    RequestSender sender = RequestSender.of(request);
    Allowance charged = sender.allowance();
    if (charged == null) {
      Caller asking = caller.get();
      charged =
          ceilings.take(
              ApiPaths.limit(path),
              asking.organization(),
              asking.counted(),
              sender.origin().address());
    }
    allowance.set(charged);
    IamException refusal = charged.request().refusal();
    if (refusal != null) {
      throw refusal;
    }
  }

  @ServerResponseFilter
  void tell(ContainerResponseContext response) {
    MultivaluedMap<String, Object> headers = response.getHeaders();
    RateLimits.State charge = oauth.charge();
    Ceilings.Taken taken = allowance.taken();
    if (charge != null) {
      charge.headers().forEach(headers::putSingle);
    } else if (taken != null) {
      taken.state().headers().forEach(headers::putSingle);
    }
  }
}
