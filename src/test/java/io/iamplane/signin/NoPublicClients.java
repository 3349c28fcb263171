package io.iamplane.signin;

import java.util.List;
import java.util.Optional;

/** An installation in which no one can sign in. */
public final class NoPublicClients {

  private NoPublicClients() {}

  public static PublicClients make() {
    return new PublicClients(
        new PanelConfig() {
          @Override
          public Optional<List<String>> redirectUris() {
            return Optional.empty();
          }

          @Override
          public Optional<List<String>> postLogoutRedirectUris() {
            return Optional.empty();
          }
        },
        new SignInMethods(List.of()));
  }
}
