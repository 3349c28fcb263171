package io.iamplane.http;

import io.iamplane.http.body.Bodies;
import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.ErrorCode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Delays the refusals of the OAuth endpoints and of the pages: their ceilings are known once the
 * request is read, so that the {@link Doorway} does not.
 */
class SlowRefusalFilter {

  private final Bodies bodies;
  private final SlowRefusals slow;

  SlowRefusalFilter(Bodies bodies, SlowRefusals slow) {
    this.bodies = bodies;
    this.slow = slow;
  }

  @ServerResponseFilter
  Uni<Void> slow(ContainerResponseContext response, RoutingContext request) {
    boolean waits =
        response.getStatus() == ErrorCode.TOO_MANY_REQUESTS.status()
            && ApiPaths.isOpen(request.request().path());
    if (!waits) {
      return Uni.createFrom().voidItem();
    }
    bodies.release(request);
    return Uni.createFrom().emitter(answer -> slow.later(() -> answer.complete(null)));
  }
}
