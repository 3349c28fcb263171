package io.iamplane.http;

import io.iamplane.shared.wire.MustWaitException;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/**
 * Takes a request with a large body off the event loop before that body is parsed: a megabyte takes
 * milliseconds, in which no other connection of that loop would be served.
 */
class LargeBodyFilter {

  /** Parsed in some hundred microseconds. */
  private static final int LARGE_BYTES = 16 * 1024;

  @ServerRequestFilter(priority = FilterOrder.HAND_OVER)
  void handOver(ContainerRequestContext request) {
    if (!MustWaitException.mayWait()
        && request.getEntityStream() instanceof ByteArrayInputStream body
        && body.available() > LARGE_BYTES
        && request instanceof ResteasyReactiveContainerRequestContext reactive
        && reactive.getServerRequestContext() instanceof ResteasyReactiveRequestContext context) {
      context.suspend();
      context.resume(Infrastructure.getDefaultExecutor());
    }
  }
}
