package io.iamplane.signin;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** The admin panel as the public client {@code panel}. */
@ConfigMapping(prefix = "iam.panel")
public interface PanelConfig {

  /**
   * The exact URLs to which people return from sign-in with a code, such as {@code
   * https://panel.example.com/callback}. On {@code 127.0.0.1} and {@code [::1]} any port will do.
   * Without any there is no client {@code panel}.
   */
  Optional<List<String>> redirectUris();

  /** The exact URLs to which people return when they have signed out. */
  Optional<List<String>> postLogoutRedirectUris();
}
