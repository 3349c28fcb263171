package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.forwarded.Origins;
import io.iamplane.shared.UuidV7;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the sender of a request in its head. */
@Singleton
class RequestSenders {

  /** Nothing that could break a log line or a header. */
  private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._:+/=-]{1,128}");

  /** The values that a header can repeat; AuthZEN allows any text. */
  private static final Pattern REPEATABLE =
      Pattern.compile("[\\x21-\\x7e\\x80-\\xff][\\t\\x20-\\x7e\\x80-\\xff]{0,1023}");

  private final Origins origins;
  private final TokenVerifier verifier;

  RequestSenders(Origins origins, TokenVerifier verifier) {
    this.origins = origins;
    this.verifier = verifier;
  }

  RequestSender read(HttpServerRequest request) {
    String requestId = matching(REPEATABLE, request.getHeader(RequestSender.REQUEST_ID));
    String own = matching(FIT, request.getHeader(RequestSender.CORRELATION_ID));
    String given = own == null ? matching(FIT, requestId) : own;
    return new RequestSender(
        origins.of(request),
        given == null ? UuidV7.next().toString() : given,
        requestId,
        ApiPaths.isOpen(request.path()) ? null : known(request),
        null,
        null);
  }

  /** A token that is bound to a key says nothing by itself. */
  private @Nullable VerifiedToken known(HttpServerRequest request) {
    TokenHeader header = TokenHeader.read(TokenHeader.lines(request));
    return header == null || header.dpop()
        ? null
        : header
            .cached(verifier, request.path())
            .filter(token -> token.keyThumbprint().isEmpty())
            .orElse(null);
  }

  private static @Nullable String matching(Pattern form, @Nullable String id) {
    return id != null && form.matcher(id).matches() ? id : null;
  }
}
