package io.iamplane.signin;

import io.iamplane.catalog.document.RedirectUris;
import io.iamplane.shared.StartUpCheck;
import io.iamplane.token.Issuer;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Refuses URLs of the panel that a code must not be sent to. */
@Singleton
class PanelCheck implements StartUpCheck {

  static final String REDIRECT = "iam.panel.redirect-uris";
  static final String POST_LOGOUT = "iam.panel.post-logout-redirect-uris";

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");

  private final PanelConfig config;
  private final Issuer issuer;

  PanelCheck(PanelConfig config, Issuer issuer) {
    this.config = config;
    this.issuer = issuer;
  }

  @Override
  public List<Finding> findings() {
    return Stream.of(
            findings(REDIRECT, config.redirectUris()),
            findings(POST_LOGOUT, config.postLogoutRedirectUris()),
            ofIssuer())
        .flatMap(each -> each)
        .toList();
  }

  /** A passkey is of a name (Web Authentication, section 5.1.2). */
  private Stream<Finding> ofIssuer() {
    String host = URI.create(issuer.value()).getHost();
    return config.redirectUris().isEmpty() || host == null || !ADDRESS.matcher(host).matches()
        ? Stream.empty()
        : Stream.of(
            Finding.severe(
                "iam.issuer",
                "\""
                    + issuer.value()
                    + "\" has an IP address as its host, for which browsers do not create passkeys",
                "use a URL with a host name, such as https://iam.example.com"));
  }

  private static Stream<Finding> findings(String setting, Optional<List<String>> urls) {
    return urls.orElse(List.of()).stream()
        .map(String::strip)
        .filter(url -> !url.isEmpty() && !isRegistrable(url))
        .map(url ->
            Finding.severe(
                setting,
                "\"" + url + "\" " + RedirectUris.RULE,
                "use a complete URL, such as https://panel.example.com/callback"));
  }

  private static boolean isRegistrable(String url) {
    return url.length() <= ReturnUris.MAX_LENGTH && RedirectUris.isFit(url);
  }
}
