package io.iamplane.catalog.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The redirect URIs of a client (RFC 9700, section 2.1: compared exactly). */
public final class RedirectUris {

  public static final String RULE =
      "must be an absolute https URI without user information, a fragment or wildcards;"
          + " http is allowed only for localhost, 127.0.0.1 and [::1]";

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int MAX_PORT = 65_535;

  private RedirectUris() {}

  /** Returns true if a client may register the URI. */
  public static boolean isFit(String text) {
    if (text.contains("*") || !StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
      return false;
    }
    try {
      URI uri = new URI(text);
      return uri.getHost() != null
          && uri.getRawFragment() == null
          && uri.getRawUserInfo() == null
          && uri.getPort() != 0
          && uri.getPort() <= MAX_PORT
          && ("https".equals(uri.getScheme())
              || ("http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost())));
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
