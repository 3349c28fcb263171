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
 * Takes operations that may wait off the event loop before the framework would, and large bodies
 * before it reads them.
 */
class OperationThreadFilter {

  private final OperationThreads threads;

  OperationThreadFilter(OperationThreads threads) {
    this.threads = threads;
  }

  @ServerRequestFilter(nonBlocking = true, priority = FilterOrder.THREAD)
  void handOver() {
    if (CurrentRequestManager.get().getTarget().isRunOnVirtualThread()) {
      leaveEventLoop();
    }
  }

  /** Notes a large body for the operation, too: that is called on the event loop again. */
  @ServerRequestFilter(priority = FilterOrder.HAND_OVER)
  void handOverLargeBody(ContainerRequestContext request, RoutingContext routing) {
    if (request.getEntityStream() instanceof ByteArrayInputStream body) {
      LargeBody.note(routing, body.available());
    }
    if (LargeBody.is(routing)) {
      leaveEventLoop();
    }
  }

  private void leaveEventLoop() {
    if (!MustWaitException.mayWait()) {
      ResteasyReactiveRequestContext request = CurrentRequestManager.get();
      request.suspend();
      request.resume(threads);
    }
  }
}
