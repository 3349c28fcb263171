package io.iamplane.http.idempotency;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands around every operation. A write that carries an {@code Idempotency-Key} goes through
 * {@link Idempotency}; everything else goes straight on. The filters have run by then, on a replay
 * too.
 */
@RequiresPermission("")
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
class IdempotencyInterceptor {

  private static final String HEADER = "Idempotency-Key";
  private static final Pattern FIT = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final Set<HttpMethod> WRITES =
      Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  private final Idempotency idempotency;
  private final RequestFingerprint fingerprint;
  private final HttpServerRequest request;
  private final CurrentCaller caller;

  IdempotencyInterceptor(
      Idempotency idempotency,
      RequestFingerprint fingerprint,
      HttpServerRequest request,
      CurrentCaller caller) {
    this.idempotency = idempotency;
    this.fingerprint = fingerprint;
    this.request = request;
    this.caller = caller;
  }

  @AroundInvoke
  @Nullable Object around(InvocationContext operation) throws Exception {
    String key = WRITES.contains(request.method()) ? request.getHeader(HEADER) : null;
    if (key == null
        || ApiPaths.isDecision(request.path())
        || ApiPaths.isSimulation(request.path())) {
      return operation.proceed();
    }
    if (!FIT.matcher(key).matches()) {
      throw IamException.validation(HEADER, "must consist of 1 to 255 visible ASCII characters");
    }
    byte[] meaning =
        fingerprint.of(request.method().name(), request.path(), operation.getParameters());
    return idempotency.once(caller.get(), key, meaning, operation::proceed);
  }
}
