package io.iamplane.signin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The browser's destination after an authorization request.
 *
 * @param uri a registered redirect URI
 * @param state the client's own, repeated unchanged; null if it sent none
 */
record ReturnAddress(String uri, @Nullable String state) {

  /**
   * The URL with an answer.
   *
   * @param issuer shows a client of several servers which one answered (RFC 9207)
   */
  String with(Map<String, String> answer, String issuer) {
    Map<String, String> parameters = new LinkedHashMap<>(answer);
    if (state != null) {
      parameters.put("state", state);
    }
    parameters.put("iss", issuer);
    return ReturnUris.with(uri, parameters);
  }
}
