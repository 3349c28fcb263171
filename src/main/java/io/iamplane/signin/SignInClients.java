package io.iamplane.signin;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Aal;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The clients that people sign in to: the installation's panel, without which there is no sign-in
 * at all, and the applications of organizations. These are read again for each request: a change
 * counts at once on every replica. Anyone may name any client, so that all concurrent questions
 * share one statement and one connection, and those of an address that failed too often wait in a
 * small queue.
 */
@Singleton
public class SignInClients {

  public static final String PANEL = "panel";

  /** The form of all ids that are made here; no other text is looked for. */
  private static final Pattern ID = Pattern.compile("[a-z0-9_-]{1,64}");

  private final Optional<SignInClient> panel;
  private final boolean people;
  private final Aal strongest;
  private final SignInAdmission admission;
  private final GroupedCalls<String, Optional<SignInClient>> questions;

  SignInClients(
      PanelConfig config,
      @All List<SignInMethod> methods,
      ApplicationClientQuery query,
      SignInAdmission admission,
      Transactions transactions) {
    List<String> redirects = trimmed(config.redirectUris());
    this.panel =
        redirects.isEmpty()
            ? Optional.empty()
            : Optional.of(
                SignInClient.panel(PANEL, redirects, trimmed(config.postLogoutRedirectUris())));
    this.people = !methods.isEmpty();
    this.strongest =
        methods.stream().map(SignInMethod::strongest).max(Aal::compareTo).orElse(Aal.AAL1);
    this.admission = admission;
    this.questions =
        GroupedCalls.reading(
            transactions,
            ids -> {
              Map<String, SignInClient> found = query.findAll(new HashSet<>(ids));
              return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
            });
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
    return areOffered() && ID.matcher(clientId).matches()
        ? admission.lookUp(() -> questions.call(clientId))
        : Optional.empty();
  }

  private static List<String> trimmed(Optional<List<String>> urls) {
    return urls.orElse(List.of()).stream()
        .map(String::strip)
        .filter(url -> !url.isEmpty())
        .toList();
  }
}
