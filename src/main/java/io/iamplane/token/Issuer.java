package io.iamplane.token;

import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The identity of this server for verifiers: {@code iam.issuer}, an absolute URL without trailing
 * slash. Every published URL begins with it; none is taken from a request.
 */
@Singleton
public class Issuer {

  static final String PROPERTY = "iam.issuer";

  private final String value;

  Issuer(@ConfigProperty(name = PROPERTY) String value) {
    this.value = value;
  }

  /** The value of {@code iss}. */
  public String value() {
    return value;
  }

  /** The URL of one of our paths, which begins with a slash. */
  public String url(String path) {
    return value + path;
  }

  /** The error in the configured value, if any. */
  Optional<String> problem() {
    if (value.endsWith("/")) {
      return Optional.of("must not end with '/'");
    }
    try {
      URI uri = new URI(value);
      boolean plain = uri.getRawQuery() == null && uri.getRawFragment() == null;
      boolean http = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      return http && plain && uri.getHost() != null && uri.getRawUserInfo() == null
          ? Optional.empty()
          : Optional.of(
              "must be an absolute http or https URL without user information, a query or a"
                  + " fragment");
    } catch (URISyntaxException e) {
      return Optional.of("not a valid URL");
    }
  }

  boolean isPlainHttp() {
    return value.startsWith("http:");
  }
}
