package io.iamplane.signin;

import io.iamplane.shared.Aal;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * The clients that people sign in to: the installation's panel, and the applications of
 * organizations. Without a panel there is no sign-in at all.
 */
@Singleton
public class SignInClients {

  /** The client id of the admin panel. */
  public static final String PANEL = "panel";

  private final Optional<SignInClient> panel;
  private final boolean people;
  private final Aal strongest;
  private final ApplicationClients applications;

  SignInClients(
      PanelConfig config, @All List<SignInMethod> methods, ApplicationClients applications) {
    List<String> redirects = trimmed(config.redirectUris());
    this.panel =
        redirects.isEmpty()
            ? Optional.empty()
            : Optional.of(
                SignInClient.panel(PANEL, redirects, trimmed(config.postLogoutRedirectUris())));
    this.people = !methods.isEmpty();
    this.strongest =
        methods.stream().map(SignInMethod::strongest).max(Aal::compareTo).orElse(Aal.AAL1);
    this.applications = applications;
  }

  /** Returns true if people can sign in: there is a panel, and a sign-in method. */
  public boolean areOffered() {
    return people && panel.isPresent();
  }

  /** The most assurance that a sign-in gives. */
  public Aal strongest() {
    return strongest;
  }

  /**
   * Finds a client. An application is read from the database: off the event loop, and not within a
   * transaction.
   *
   * @return empty for an unknown client, and for one that may not let people in now
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE; TOO_MANY_REQUESTS for an
   *     address that failed too often
   */
  public Optional<SignInClient> find(String clientId) {
    if (clientId.equals(PANEL)) {
      return panel;
    }
    return areOffered() ? applications.find(clientId) : Optional.empty();
  }

  private static List<String> trimmed(Optional<List<String>> urls) {
    return urls.orElse(List.of()).stream()
        .map(String::strip)
        .filter(url -> !url.isEmpty())
        .toList();
  }
}
