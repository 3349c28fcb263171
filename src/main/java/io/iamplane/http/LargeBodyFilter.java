package io.iamplane.http;

import io.iamplane.shared.wire.LargeBody;
import io.iamplane.shared.wire.MustWaitException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * Takes a request with a large body off the event loop before the framework reads that body, and
 * notes it for the operation, which the framework calls on the event loop again.
 */
class LargeBodyFilter {

  private final OperationThreads threads;

  LargeBodyFilter(OperationThreads threads) {
    this.threads = threads;
  }

  @ServerRequestFilter(priority = FilterOrder.HAND_OVER)
  void handOver(ContainerRequestContext request, RoutingContext routing) {
    if (request.getEntityStream() instanceof ByteArrayInputStream body) {
      LargeBody.note(routing, body.available());
    }
    if (LargeBody.is(routing) && !MustWaitException.mayWait()) {
      ResteasyReactiveRequestContext context = CurrentRequestManager.get();
      context.suspend();
      context.resume(threads);
    }
  }
}
