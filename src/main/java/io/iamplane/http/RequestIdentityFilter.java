package io.iamplane.http;

import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.limit.Addresses;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Passes the origin of a request and its correlation id on, and repeats the id in the answer. */
class RequestIdentityFilter {

  private final RequestIdentity identity;
  private final CurrentCaller caller;

  RequestIdentityFilter(RequestIdentity identity, CurrentCaller caller) {
    this.identity = identity;
    this.caller = caller;
  }

  @ServerRequestFilter(preMatching = true, nonBlocking = true, priority = FilterOrder.IDENTITY)
  void identify(RoutingContext request) {
    identity.set(RequestSender.of(request));
    caller.from(Addresses.network(identity.address()));
  }

  @ServerResponseFilter
  void echo(ContainerResponseContext response) {
    identity.headers().forEach(response.getHeaders()::putSingle);
  }
}
