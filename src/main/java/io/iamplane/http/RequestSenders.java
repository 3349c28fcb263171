package io.iamplane.http;

import io.iamplane.http.forwarded.Origins;
import io.iamplane.shared.UuidV7;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads from a head who sends the request. */
@ApplicationScoped
class RequestSenders {

  static final String CORRELATION_ID = "Correlation-Id";
  static final String REQUEST_ID = "X-Request-ID";

  /** Nothing that could break a log line or a header. */
  private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._:+/=-]{1,128}");

  private final Origins origins;
  private final TokenVerifier verifier;

  RequestSenders(Origins origins, TokenVerifier verifier) {
    this.origins = origins;
    this.verifier = verifier;
  }

  RequestSender read(HttpServerRequest request) {
    String requestId = fit(request.getHeader(REQUEST_ID));
    String own = fit(request.getHeader(CORRELATION_ID));
    String given = own == null ? requestId : own;
    return new RequestSender(
        origins.of(request),
        given == null ? UuidV7.next().toString() : given,
        requestId,
        ApiPaths.isOpen(request.path()) ? null : known(request),
        null,
        null);
  }

  private @Nullable VerifiedToken known(HttpServerRequest request) {
    RawToken token = BearerHeader.token(BearerHeader.lines(request));
    return token == null ? null : verifier.cached(token).orElse(null);
  }

  private static @Nullable String fit(@Nullable String id) {
    return id != null && FIT.matcher(id).matches() ? id : null;
  }
}
