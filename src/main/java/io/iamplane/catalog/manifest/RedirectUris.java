package io.iamplane.catalog.manifest;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** Where a client may be sent back to (RFC 9700, section 2.1: exact, no wildcard). */
final class RedirectUris {

  static final String RULE =
      "must be an absolute https URI without fragment or wildcard; http for loopback only";

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private RedirectUris() {}

  static boolean isFit(String text) {
    try {
      URI uri = new URI(text);
      return uri.getHost() != null
          && uri.getRawFragment() == null
          && uri.getRawUserInfo() == null
          && !text.contains("*")
          && ("https".equals(uri.getScheme())
              || "http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost()));
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
