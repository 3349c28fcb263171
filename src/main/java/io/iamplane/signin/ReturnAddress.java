package io.iamplane.signin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The registered URI that a browser returns to, and the client's state, which is repeated
 * unchanged; null if it sent none.
 */
record ReturnAddress(String uri, @Nullable String state) {

  /** A URL with an answer and the issuer, to show which of several servers answered (RFC 9207). */
  String with(Map<String, String> answer, String issuer) {
    Map<String, String> parameters = new LinkedHashMap<>(answer);
    if (state != null) {
      parameters.put("state", state);
    }
    parameters.put("iss", issuer);
    return ReturnUris.with(uri, parameters);
  }
}
