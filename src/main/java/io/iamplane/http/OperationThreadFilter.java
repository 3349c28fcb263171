package io.iamplane.http;

import io.iamplane.shared.wire.MustWaitException;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/** Takes operations that may wait off the event loop, before the framework would. */
class OperationThreadFilter {

  private final OperationThreads threads;

  OperationThreadFilter(OperationThreads threads) {
    this.threads = threads;
  }

  @ServerRequestFilter(nonBlocking = true, priority = FilterOrder.THREAD)
  void handOver() {
    ResteasyReactiveRequestContext request = CurrentRequestManager.get();
    if (!MustWaitException.mayWait() && request.getTarget().isRunOnVirtualThread()) {
      request.suspend();
      request.resume(threads);
    }
  }
}
