package io.iamplane.http.idempotency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SeveralChanges;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.nio.charset.StandardCharsets;
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
  private final ObjectMapper mapper;
  private final HttpServerRequest request;
  private final CurrentCaller caller;

  IdempotencyInterceptor(
      Idempotency idempotency,
      ObjectMapper mapper,
      HttpServerRequest request,
      CurrentCaller caller) {
    this.idempotency = idempotency;
    this.mapper = mapper;
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
    byte[] fingerprint = fingerprint(operation.getParameters());
    return operation.getInterceptorBinding(SeveralChanges.class) != null
        ? idempotency.onceInParts(caller.get(), key, fingerprint, operation::proceed)
        : idempotency.once(caller.get(), key, fingerprint, operation::proceed);
  }

  /**
   * Identifies equal requests: SHA-256 over the canonical JSON of operation, path and arguments.
   * White space and the order of members in a body do not count.
   */
  private byte[] fingerprint(@Nullable Object[] arguments) {
    ArrayNode meaning = mapper.createArrayNode().add(request.method().name()).add(request.path());
    for (Object argument : arguments) {
      meaning.add(mapper.valueToTree(argument));
    }
    return Hashes.sha256(text(meaning).getBytes(StandardCharsets.UTF_8));
  }

  /** A number beyond doubles has no canonical form, and is the operation's to refuse. */
  private static String text(ArrayNode meaning) {
    try {
      return CanonicalJson.of(meaning);
    } catch (IllegalArgumentException e) {
      return meaning.toString();
    }
  }
}
