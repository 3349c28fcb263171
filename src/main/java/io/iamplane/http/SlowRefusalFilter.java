package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.ErrorCode;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Delays the refusals of the OAuth endpoints and of the pages: their ceilings are known once the
 * request is read, so that the {@link Doorway} does not.
 */
class SlowRefusalFilter {

  private final SlowRefusals slow;

  SlowRefusalFilter(SlowRefusals slow) {
    this.slow = slow;
  }

  @ServerResponseFilter
  Uni<Void> slow(ContainerResponseContext response, RoutingContext request) {
    boolean waits =
        response.getStatus() == ErrorCode.TOO_MANY_REQUESTS.status()
            && ApiPaths.isOpen(request.request().path())
            && request.request().version() != HttpVersion.HTTP_2;
    return waits
        ? Uni.createFrom().emitter(answer -> slow.later(() -> answer.complete(null)))
        : Uni.createFrom().voidItem();
  }
}
