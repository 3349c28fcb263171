package io.iamplane.shared;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.erdtman.jcs.JsonCanonicalizer;

/** JSON Canonicalization Scheme (RFC 8785): one text for one value, fit to be hashed. */
public final class CanonicalJson {

  private CanonicalJson() {}

  /**
   * Rewrites a JSON object or array in canonical form.
   *
   * @throws IllegalArgumentException when the text is not JSON; numbers beyond IEEE 754 doubles are
   *     not representable (RFC 8785, section 3.2.2.3)
   */
  public static String of(String json) {
    try {
      return new JsonCanonicalizer(json).getEncodedString();
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot canonicalize the JSON text: " + e.getMessage(), e);
    }
  }

  /**
   * Writes any value in canonical form: the text that {@link #of(String)} makes of its JSON,
   * without writing and reading that JSON first, which took a third of the time of a large import.
   *
   * @throws IllegalArgumentException if a number is beyond IEEE 754 doubles
   */
  public static String of(JsonNode value) {
    StringBuilder out = new StringBuilder(512);
    CanonicalWriter.write(value, out);
    return out.toString();
  }
}
