package io.iamplane.http;

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

  /**
   * A body that is kept meanwhile has so many bytes at most, which is more than a form with a
   * secret has: those that wait hold a quarter of the memory for bodies of senders without a token.
   */
  private static final long SMALL = 2_048;

  private final SlowRefusals slow;

  SlowRefusalFilter(SlowRefusals slow) {
    this.slow = slow;
  }

  @ServerResponseFilter
  Uni<Void> slow(ContainerResponseContext response, RoutingContext request) {
    boolean waits =
        response.getStatus() == ErrorCode.TOO_MANY_REQUESTS.status()
            && ApiPaths.isOpen(request.request().path())
            && request.request().bytesRead() <= SMALL;
    return waits
        ? Uni.createFrom().emitter(answer -> slow.later(() -> answer.complete(null)))
        : Uni.createFrom().voidItem();
  }
}
