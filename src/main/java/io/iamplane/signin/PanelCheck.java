package io.iamplane.signin;

import io.iamplane.catalog.document.RedirectUris;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Refuses URLs of the panel that a code must not be sent to. */
@Singleton
class PanelCheck implements StartUpCheck {

  static final String REDIRECT = "iam.panel.redirect-uris";
  static final String POST_LOGOUT = "iam.panel.post-logout-redirect-uris";

  private final PanelConfig config;

  PanelCheck(PanelConfig config) {
    this.config = config;
  }

  @Override
  public List<Finding> findings() {
    return Stream.concat(
            findings(REDIRECT, config.redirectUris()),
            findings(POST_LOGOUT, config.postLogoutRedirectUris()))
        .toList();
  }

  private static Stream<Finding> findings(String setting, Optional<List<String>> urls) {
    return urls.orElse(List.of()).stream()
        .map(String::strip)
        .filter(url -> !url.isEmpty() && !isRegistrable(url))
        .map(url ->
            Finding.severe(
                setting,
                "\"" + url + "\" " + RedirectUris.RULE,
                "write a whole URL, such as https://panel.example.com/callback"));
  }

  private static boolean isRegistrable(String url) {
    return url.length() <= ReturnUris.MAX_LENGTH && RedirectUris.isFit(url);
  }
}
