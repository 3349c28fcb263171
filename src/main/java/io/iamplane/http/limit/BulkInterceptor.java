package io.iamplane.http.limit;

import io.iamplane.shared.BulkRead;
import io.iamplane.shared.wire.CurrentCaller;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * Stands around every bulk operation, outside of its transaction. The permit is held while the work
 * goes on, also when the client has left: else a client that leaves and comes back could have any
 * number run. An answer that is written while it is read, the audit log's export, holds a turn of
 * its own until its end.
 */
@BulkRead
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
class BulkInterceptor {

  private final BulkPermits permits;
  private final CurrentCaller caller;

  BulkInterceptor(BulkPermits permits, CurrentCaller caller) {
    this.permits = permits;
    this.caller = caller;
  }

  @AroundInvoke
  @Nullable Object around(InvocationContext operation) throws Exception {
    try (BulkPermits.Permit _ = permits.take(caller.get().organization())) {
      return operation.proceed();
    }
  }
}
