package io.iamplane.signin;

import java.util.List;
import java.util.Optional;

/** An installation in which no one can sign in. */
public final class NoSignInClients {

  private NoSignInClients() {}

  public static SignInClients make() {
    return new SignInClients(
        new PanelUris(Optional.empty(), Optional.empty()), List.of(), null, null, null);
  }
}
