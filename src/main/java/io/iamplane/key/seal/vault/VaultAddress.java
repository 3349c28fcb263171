package io.iamplane.key.seal.vault;

import io.iamplane.key.seal.KeyProviderUnavailableException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The address of the API, and the names allowed in its paths. */
final class VaultAddress {

  /** Vault's own rule for names ({@code GenericNameRegex}) is a little wider. */
  static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  static final Pattern MOUNT =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*");

  /** A namespace is a header, which takes no blank and no line end. */
  static final Pattern NAMESPACE = Pattern.compile("[\\x21-\\x7e]+");

  /** The rule of {@link #parse}, after the name of the setting. */
  static final String RULE = "must be an https URL without credentials, query or fragment";

  private VaultAddress() {}

  /** An address without credentials, query and fragment; empty for any other text. */
  static Optional<URI> parse(String url) {
    try {
      URI uri = new URI(url);
      boolean whole =
          ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
              && uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      return whole ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static boolean isLoopback(URI uri) {
    String host = uri.getHost().replace("[", "").replace("]", "");
    if (host.equals("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * The address of a path.
   *
   * @throws KeyProviderUnavailableException when the settings give none
   */
  static URI of(VaultConfig config, String path) {
    URI base =
        config
            .url()
            .flatMap(VaultAddress::parse)
            .orElseThrow(() -> new KeyProviderUnavailableException("iam.keys.vault.url " + RULE));
    return URI.create(base.toString().replaceFirst("/+$", "") + "/v1/" + path);
  }
}
