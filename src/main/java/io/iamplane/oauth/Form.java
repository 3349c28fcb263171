package io.iamplane.oauth;

import io.iamplane.token.Audience;
import io.iamplane.token.FormText;
import jakarta.ws.rs.core.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a request body, {@code application/x-www-form-urlencoded} (RFC 6749, appendix
 * B). A parameter without a value counts as absent, one given twice is refused (section 3.2) unless
 * it is {@code resource}.
 */
final class Form {

  static final String MEDIA_TYPE = "application/x-www-form-urlencoded";
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_REQUIRED = 512;

  private static final Set<String> REPEATABLE = Set.of(Audience.RESOURCE);

  private final List<String> authorization;
  private final Map<String, List<String>> parameters;

  private Form(List<String> authorization, Map<String, List<String>> parameters) {
    this.authorization = authorization;
    this.parameters = parameters;
  }

  /** Reads a request; throws OAuthException invalid_request if the body is no form. */
  static Form read(HttpHeaders headers, byte[] body) {
    return read(
        OAuthAnswers.header(headers, HttpHeaders.AUTHORIZATION),
        OAuthAnswers.header(headers, HttpHeaders.CONTENT_TYPE),
        body);
  }

  static Form read(List<String> authorization, List<String> contentType, byte[] body) {
    boolean form =
        contentType.size() == 1
            && contentType.getFirst().split(";", 2)[0].strip().equalsIgnoreCase(MEDIA_TYPE);
    if (!form) {
      throw OAuthException.invalidRequest("The Content-Type must be " + MEDIA_TYPE + ".");
    }
    if (body.length > MAX_BYTES) {
      throw OAuthException.invalidRequest("The body must not exceed 16 KiB.");
    }
    try {
      return new Form(
          authorization, FormText.parse(new String(body, StandardCharsets.ISO_8859_1), REPEATABLE));
    } catch (FormText.InvalidFormException e) {
      throw OAuthException.invalidRequest(e.fault());
    }
  }

  /** The values of the header {@code Authorization} of the request. */
  List<String> authorization() {
    return authorization;
  }

  /**
   * A parameter's value; empty when it is absent or has none.
   *
   * @throws OAuthException invalid_request when it holds anything but printable ASCII, which every
   *     parameter known here does (RFC 6749, appendix A)
   */
  Optional<String> value(String name) {
    Optional<String> value = anyText(name);
    if (value.isPresent() && !FormText.isPrintable(value.get())) {
      throw OAuthException.invalidRequest(
          "'" + name + "' must contain only printable ASCII characters.");
    }
    return value;
  }

  /** The value; throws OAuthException invalid_request if it is absent or over 512 long. */
  String required(String name) {
    String value =
        value(name).orElseThrow(() -> OAuthException.invalidRequest("'" + name + "' is missing."));
    if (value.length() > MAX_REQUIRED) {
      throw OAuthException.invalidRequest("'" + name + "' must have at most 512 characters.");
    }
    return value;
  }

  /** A parameter's value, unchecked; empty if it is absent or has none. */
  Optional<String> anyText(String name) {
    return all(name).stream().findFirst();
  }

  /** The values of a repeatable parameter, unchecked, without empty ones. */
  List<String> all(String name) {
    return parameters.getOrDefault(name, List.of()).stream()
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /** Undoes the encoding of one name or value. */
  static String decode(String encoded) {
    try {
      return FormText.decode(encoded);
    } catch (FormText.InvalidFormException e) {
      throw OAuthException.invalidRequest(e.fault());
    }
  }
}
