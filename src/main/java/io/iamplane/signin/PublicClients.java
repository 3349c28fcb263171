package io.iamplane.signin;

import io.iamplane.shared.Aal;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** The clients that people can sign in to: the installation's panel, when it is configured. */
@Singleton
public class PublicClients {

  /** The client id of the admin panel. */
  public static final String PANEL = "panel";

  private final Optional<PublicClient> panel;
  private final boolean people;
  private final Aal strongest;

  PublicClients(PanelConfig config, SignInMethods methods) {
    List<String> redirects = trimmed(config.redirectUris());
    this.panel =
        redirects.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new PublicClient(PANEL, redirects, trimmed(config.postLogoutRedirectUris())));
    this.people = methods.areThere();
    this.strongest = methods.strongest();
  }

  /** Returns true if people can sign in: there is a client, and a sign-in method. */
  public boolean areOffered() {
    return people && panel.isPresent();
  }

  /** The most assurance that a sign-in gives. */
  public Aal strongest() {
    return strongest;
  }

  public boolean isKnown(String clientId) {
    return find(clientId).isPresent();
  }

  Optional<PublicClient> find(String clientId) {
    return panel.filter(client -> client.id().equals(clientId));
  }

  private static List<String> trimmed(Optional<List<String>> urls) {
    return urls.orElse(List.of()).stream()
        .map(String::strip)
        .filter(url -> !url.isEmpty())
        .toList();
  }
}
