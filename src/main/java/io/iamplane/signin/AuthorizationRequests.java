package io.iamplane.signin;

import static java.util.function.Predicate.not;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Scopes;
import io.iamplane.signin.AuthorizationRequest.Prompt;
import io.iamplane.token.Audience;
import io.iamplane.token.DpopProof;
import io.iamplane.token.FormText;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads authorization requests. An error found before the return URL is certain is shown on a page;
 * every other error goes to the client.
 */
@Singleton
public class AuthorizationRequests {

  /** The most characters of a request, as a browser brings it. */
  private static final int MAX_QUERY = 3_072;

  /** Clients keep in the state what they will need, as this service itself does at a provider. */
  private static final int MAX_STATE = 2_048;

  private static final int MAX_NONCE = 512;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  /** Parameters that change the meaning of a request and are not supported. */
  private static final Map<String, AuthorizationError> UNSUPPORTED =
      Map.of(
          "request", AuthorizationError.REQUEST_NOT_SUPPORTED,
          "request_uri", AuthorizationError.REQUEST_URI_NOT_SUPPORTED,
          "registration", AuthorizationError.REGISTRATION_NOT_SUPPORTED);

  /** Values of {@code prompt} that may stand together. */
  private static final Set<String> PROMPTS = Set.of("login", "consent", "select_account");

  /** May be given repeatedly (RFC 8707, section 2). */
  private static final Set<String> REPEATABLE = Set.of(Audience.RESOURCE);

  private final SignInClients clients;
  private final SignInAdmission admission;
  private final Audience audience;
  private final Aal strongest;

  AuthorizationRequests(SignInClients clients, SignInAdmission admission, Audience audience) {
    this.clients = clients;
    this.admission = admission;
    this.audience = audience;
    this.strongest = clients.strongest();
  }

  /**
   * Reads a query.
   *
   * @throws PageException if the browser must not be redirected
   * @throws AuthorizationException if the error goes to the client
   */
  public AuthorizationRequest read(@Nullable String query) {
    String text = query == null ? "" : query;
    Parameters parameters = parameters(text);
    String clientId = parameters.clientId();
    return read(text, parameters, clients.find(clientId).orElseThrow(() -> unknown(clientId)));
  }

  /**
   * Reads the query of a found client as the other overload does; throws PageException also for a
   * query that names another client.
   */
  AuthorizationRequest read(String query, SignInClient client) {
    Parameters parameters = parameters(query);
    if (!parameters.clientId().equals(client.id())) {
      throw new PageException(400, PageText.ANOTHER_CLIENT);
    }
    return read(query, parameters, client);
  }

  private AuthorizationRequest read(String query, Parameters parameters, SignInClient client) {
    String uri =
        parameters
            .value("redirect_uri")
            .filter(client::takesBack)
            .orElseThrow(() -> new PageException(400, PageText.RETURN_UNKNOWN));
    String state = parameters.value("state").orElse(null);
    if (state != null && !isText(state, MAX_STATE)) {
      throw new PageException(400, PageText.STATE_TOO_LONG);
    }
    return read(query, client, parameters, new ReturnAddress(uri, state));
  }

  /** A look-up of a client costs a question to the database, as one of a secret does. */
  private PageException unknown(String clientId) {
    if (!clientId.isEmpty()) {
      admission.refused();
    }
    return new PageException(400, PageText.APPLICATION_UNKNOWN);
  }

  private static Parameters parameters(String query) {
    if (query.length() > MAX_QUERY) {
      throw new PageException(400, PageText.REQUEST_TOO_LONG);
    }
    return new Parameters(parse(query));
  }

  /** Reads the parameters of a query or a form; throws PageException when it is malformed. */
  static Map<String, List<String>> parse(String text) {
    try {
      return FormText.parse(text, REPEATABLE);
    } catch (FormText.InvalidFormException e) {
      throw PageException.of(e);
    }
  }

  private AuthorizationRequest read(
      String query, SignInClient client, Parameters parameters, ReturnAddress to) {
    parameters.requireSupported(to);
    parameters.requireCode(to);
    if (!client.isFor(parameters.all(Audience.RESOURCE), audience)) {
      throw new AuthorizationException(
          AuthorizationError.INVALID_TARGET,
          "'resource' must be this API's audience; for an application, it must be absent.",
          to);
    }
    return new AuthorizationRequest(
        query,
        client,
        to,
        parameters.challenge(to),
        parameters.scopes(to),
        parameters.nonce(to),
        parameters.keyThumbprint(to),
        parameters.prompt(to),
        parameters.maxAge(to),
        parameters.aal(to, strongest));
  }

  private static boolean isText(String text, int most) {
    return text.length() <= most && FormText.isPrintable(text);
  }

  private static AuthorizationException invalid(String description, ReturnAddress to) {
    return new AuthorizationException(AuthorizationError.INVALID_REQUEST, description, to);
  }

  /** The parameters of a request; one without a value counts as absent. */
  private record Parameters(Map<String, List<String>> given) {

    Optional<String> value(String name) {
      return all(name).stream().findFirst();
    }

    String clientId() {
      return value("client_id").orElse("");
    }

    List<String> all(String name) {
      return given.getOrDefault(name, List.of()).stream()
          .filter(value -> !value.isEmpty())
          .toList();
    }

    void requireSupported(ReturnAddress to) {
      for (Map.Entry<String, AuthorizationError> each : UNSUPPORTED.entrySet()) {
        if (value(each.getKey()).isPresent()) {
          throw new AuthorizationException(
              each.getValue(), "'" + each.getKey() + "' is not supported.", to);
        }
      }
    }

    void requireCode(ReturnAddress to) {
      String type =
          value("response_type").orElseThrow(() -> invalid("'response_type' is missing.", to));
      if (!type.equals("code")) {
        throw new AuthorizationException(
            AuthorizationError.UNSUPPORTED_RESPONSE_TYPE, "'response_type' must be 'code'.", to);
      }
      if (!value("response_mode").orElse("query").equals("query")) {
        throw invalid("'response_mode' must be 'query'.", to);
      }
    }

    String challenge(ReturnAddress to) {
      String challenge =
          value("code_challenge").orElseThrow(() -> invalid("'code_challenge' is missing.", to));
      // RFC 7636, section 4.3: without a method it would be plain.
      if (!value("code_challenge_method").orElse("plain").equals(Pkce.METHOD)) {
        throw invalid("'code_challenge_method' must be 'S256'.", to);
      }
      if (!Pkce.isChallenge(challenge)) {
        throw invalid("'code_challenge' must be a SHA-256 hash in base64url (43 characters).", to);
      }
      return challenge;
    }

    SortedSet<String> scopes(ReturnAddress to) {
      SortedSet<String> scopes = Scopes.read(value("scope").orElse(""));
      if (!Scopes.IDENTITY.containsAll(scopes)) {
        throw new AuthorizationException(
            AuthorizationError.INVALID_SCOPE,
            "'scope' may contain only 'openid' and 'offline_access'.",
            to);
      }
      return scopes;
    }

    @Nullable String nonce(ReturnAddress to) {
      String nonce = value("nonce").orElse(null);
      if (nonce != null && !isText(nonce, MAX_NONCE)) {
        throw invalid("'nonce' must have at most 512 characters, all of them printable ASCII.", to);
      }
      return nonce;
    }

    @Nullable String keyThumbprint(ReturnAddress to) {
      String thumbprint = value("dpop_jkt").orElse(null);
      if (thumbprint != null && !DpopProof.isThumbprint(thumbprint)) {
        throw invalid("'dpop_jkt' must be a SHA-256 thumbprint in base64url (43 characters).", to);
      }
      return thumbprint;
    }

    /** OpenID Connect Core 1.0, section 3.1.2.1: a list, in which {@code none} stands alone. */
    Prompt prompt(ReturnAddress to) {
      List<String> asked =
          Stream.of(value("prompt").orElse("").strip().split(" +"))
              .filter(not(String::isEmpty))
              .toList();
      if (asked.equals(List.of("none"))) {
        return Prompt.NEVER;
      }
      if (!PROMPTS.containsAll(asked)) {
        throw invalid(
            "'prompt' must be 'none', or one or more of 'login', 'consent' and 'select_account'.",
            to);
      }
      // Every client is the installation's or the person's organization's own: no consent is asked.
      return asked.isEmpty() || asked.equals(List.of("consent")) ? Prompt.IF_NEEDED : Prompt.ALWAYS;
    }

    @Nullable Duration maxAge(ReturnAddress to) {
      String seconds = value("max_age").orElse(null);
      if (seconds != null && !SECONDS.matcher(seconds).matches()) {
        throw invalid("'max_age' must be a whole number of seconds with at most 9 digits.", to);
      }
      return seconds == null ? null : Duration.ofSeconds(Long.parseLong(seconds));
    }

    /** The weakest of those asked for that can be reached (RFC 9470, section 5). */
    @Nullable Aal aal(ReturnAddress to, Aal strongest) {
      String asked = value("acr_values").orElse(null);
      return asked == null
          ? null
          : Stream.of(asked.split(" ", -1))
              .flatMap(each -> Aal.parse(each).stream())
              .filter(each -> each.compareTo(strongest) <= 0)
              .min(Aal::compareTo)
              .orElseThrow(() ->
                  new AuthorizationException(
                      AuthorizationError.UNMET_AUTHENTICATION_REQUIREMENTS,
                      "No sign-in method on this server reaches any level in 'acr_values'.",
                      to));
    }
  }
}
