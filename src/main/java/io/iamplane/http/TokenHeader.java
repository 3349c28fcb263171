package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.token.DpopProof;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The header that carries a token (RFC 6750, section 2.1; RFC 9449, section 7.1), and no other
 * place that could.
 *
 * @param dpop true for the scheme DPoP, false for Bearer
 */
record TokenHeader(RawToken token, boolean dpop) {

  private static final String BEARER = "bearer ";
  private static final String DPOP = "dpop ";

  static List<String> lines(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.AUTHORIZATION);
  }

  /** The token of a header that is one line with one; null for every other header. */
  static @Nullable TokenHeader read(List<String> lines) {
    if (lines.size() != 1) {
      return null;
    }
    TokenHeader bearer = read(lines.getFirst(), BEARER, false);
    return bearer == null ? read(lines.getFirst(), DPOP, true) : bearer;
  }

  private static @Nullable TokenHeader read(String line, String scheme, boolean dpop) {
    return line.length() > scheme.length()
            && line.regionMatches(true, 0, scheme, 0, scheme.length())
        ? new TokenHeader(new RawToken(line.substring(scheme.length()).strip()), dpop)
        : null;
  }

  static List<String> proofs(HttpServerRequest request) {
    return request.headers().getAll(DpopProof.NAME);
  }

  /** The token as it was verified before, for a request of a path. */
  Optional<VerifiedToken> cached(TokenVerifier verifier, String path) {
    return ApiPaths.isUserInfo(path) ? verifier.cachedAny(token) : verifier.cached(token);
  }
}
