package io.iamplane.signin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a browser returns to with the answer.
 *
 * @param uri a registered redirect URI
 * @param state the client's own, repeated as it is; null when it sent none
 */
record ReturnAddress(String uri, @Nullable String state) {

  /**
   * The URL with an answer.
   *
   * @param issuer so that a client of several servers knows whose answer it is (RFC 9207)
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
