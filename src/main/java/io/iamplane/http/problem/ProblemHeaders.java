package io.iamplane.http.problem;

import io.iamplane.shared.IamException;
import io.iamplane.token.DpopProof;
import io.iamplane.token.DpopProofs;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that a kind of refusal asks for. */
final class ProblemHeaders {

  /** The pause before a client should retry after a failed dependency, in seconds. */
  private static final String DEPENDENCY_RETRY_AFTER = "2";

  /** The member of a refusal with the scheme of its challenge; Bearer without it. */
  static final String SCHEME = "scheme";

  private static final String BEARER = "Bearer realm=\"iam\"";

  private static final String DPOP =
      "DPoP realm=\"iam\", algs=\"" + String.join(" ", DpopProofs.ALGORITHMS) + '"';

  private ProblemHeaders() {}

  static Map<String, String> of(IamException refusal) {
    return switch (refusal.code()) {
      case DEPENDENCY_UNAVAILABLE -> Map.of(HttpHeaders.RETRY_AFTER, DEPENDENCY_RETRY_AFTER);
      case TOO_MANY_REQUESTS ->
          Map.of(HttpHeaders.RETRY_AFTER, refusal.members().getOrDefault("retry_after", "60"));
      case UNSUPPORTED_MEDIA_TYPE -> {
        // RFC 9110, section 12.5.3: without the header the media type is at fault.
        String encoding = refusal.members().get("accept_encoding");
        yield encoding == null ? Map.of() : Map.of(HttpHeaders.ACCEPT_ENCODING, encoding);
      }
      default -> {
        String challenge = challenge(refusal);
        yield challenge == null ? Map.of() : Map.of(HttpHeaders.WWW_AUTHENTICATE, challenge);
      }
    };
  }

  /** RFC 6750, section 3, RFC 9449, section 7.1, and RFC 9470, section 3. */
  private static @Nullable String challenge(IamException refusal) {
    String scheme = DpopProof.NAME.equals(refusal.members().get(SCHEME)) ? DPOP : BEARER;
    return switch (refusal.code()) {
      case UNAUTHORIZED -> {
        String error = refusal.members().get("error");
        yield error == null ? scheme : scheme + ", error=\"" + error + '"';
      }
      case STEP_UP_REQUIRED ->
          scheme
              + ", error=\"insufficient_user_authentication\", acr_values=\""
              + refusal.members().getOrDefault("required_aal", "aal2")
              + '"';
      case FORBIDDEN -> {
        String scope = refusal.members().get("scope");
        yield scope == null
            ? null
            : scheme + ", error=\"insufficient_scope\", scope=\"" + scope + '"';
      }
      default -> null;
    };
  }
}
