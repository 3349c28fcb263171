package io.iamplane.webhook.send;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy for outgoing requests. Requests use CONNECT (RFC 9110, section 9.3.6) to the
 * checked address, never to a name, so that the proxy cannot resolve another address; the tunnel
 * carries TLS between us and the receiver.
 *
 * @param user for the proxy's Basic authentication; null if it needs none
 */
public record EgressProxy(String host, int port, @Nullable String user, @Nullable String password) {

  /**
   * Reads {@code http://[user:password@]host:port}, with user and password percent-encoded; empty
   * for any other text.
   */
  public static Optional<EgressProxy> parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
    if (!"http".equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 1) {
      return Optional.empty();
    }
    boolean more =
        !(uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
            || uri.getRawQuery() != null
            || uri.getRawFragment() != null;
    String credentials = uri.getRawUserInfo();
    if (more || uri.getPort() > 65_535 || (credentials != null && !credentials.contains(":"))) {
      return Optional.empty();
    }
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    if (credentials == null) {
      return Optional.of(new EgressProxy(host, uri.getPort(), null, null));
    }
    int colon = credentials.indexOf(':');
    return Optional.of(
        new EgressProxy(
            host,
            uri.getPort(),
            decoded(credentials.substring(0, colon)),
            decoded(credentials.substring(colon + 1))));
  }

  private static String decoded(String text) {
    // In a URI's user part a plus sign is itself.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "http://" + host + ":" + port;
  }
}
