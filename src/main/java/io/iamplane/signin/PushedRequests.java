package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.token.Audience;
import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Authorization requests that clients push before they send the browser (RFC 9126). */
@Singleton
public class PushedRequests {

  /** The time in which the browser must bring the request. */
  public static final Duration LIFETIME = Duration.ofSeconds(60);

  /**
   * The limit of a kind of client: the panel, public applications, of whose requests anyone can
   * make any number, and confidential ones, which proved themselves. None takes another's room.
   */
  static final int MOST_OF_A_KIND = 5_000;

  /** The limit of the applications of one kind of one organization. */
  static final int MOST_OF_AN_ORGANIZATION = 500;

  private static final String REQUEST_URI = "request_uri";
  private static final String PREFIX = "urn:ietf:params:oauth:request_uri:";

  /**
   * The parameters that mean something, or are refused; others, such as {@code login_hint} and a
   * client's credentials, are not stored.
   */
  private static final Set<String> KEPT =
      Set.of(
          "response_type",
          "response_mode",
          "client_id",
          "redirect_uri",
          "scope",
          "state",
          "nonce",
          "code_challenge",
          "code_challenge_method",
          "prompt",
          "max_age",
          "acr_values",
          "dpop_jkt",
          "request",
          REQUEST_URI,
          "registration",
          Audience.RESOURCE);

  private final AuthorizationRequests requests;
  private final PushedRequestStore store;
  private final RandomSecrets secrets;
  private final SignInAdmission admission;
  private final EndedSecrets ended;
  private final Transactions transactions;
  private final Clock clock;

  PushedRequests(
      AuthorizationRequests requests,
      PushedRequestStore store,
      RandomSecrets secrets,
      SignInAdmission admission,
      EndedSecrets ended,
      Transactions transactions,
      Clock clock) {
    this.requests = requests;
    this.store = store;
    this.secrets = secrets;
    this.admission = admission;
    this.ended = ended;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** A request that would be refused if a browser brought it. */
  public static final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String error;
    private final String description;

    RefusedException(String error, String description) {
      super(error, null, false, false);
      this.error = error;
      this.description = description;
    }

    /** The error's code on the wire (RFC 6749, section 4.1.2.1). */
    public String error() {
      return error;
    }

    /** For the client's developer: printable ASCII, without any input. */
    public String description() {
      return description;
    }
  }

  /**
   * Keeps a request, once it proved valid.
   *
   * @param client proved as its kind requires
   * @param given the form as the client sent it, with what its proof adds: asked for within the
   *     limit of an address alone
   * @return the request URI
   * @throws RefusedException if the request is not valid
   * @throws IamException TOO_MANY_REQUESTS above the limit of an address, of a client, or of all;
   *     {@code DEPENDENCY_UNAVAILABLE}
   */
  public Secret push(SignInClient client, Supplier<String> given) {
    admission.pushed();
    String query = valid(client, given.get());
    Secret secret = secrets.next(SecretKind.PUSHED_REQUEST);
    Instant expiresAt = clock.instant().plus(LIFETIME);
    transactions.run(() -> {
      if (!hasRoom(client)) {
        throw IamException.tooMany(
            "Too many pushed requests are waiting. Try again in a minute.", LIFETIME.toSeconds());
      }
      store.insert(RandomSecrets.hash(secret), client, query, expiresAt);
    });
    return new Secret(PREFIX + secret.reveal());
  }

  private boolean hasRoom(SignInClient client) {
    PushedRequestStore.Count present = store.count(client);
    return present.all() < MOST_OF_A_KIND && present.ofOrganization() < MOST_OF_AN_ORGANIZATION;
  }

  /**
   * Puts a pushed request in the place of its URI, and uses it up; any other query stays as it is.
   * Throws PageException if the request is unknown, used, expired, or of another client.
   */
  @Nullable String resolve(@Nullable String query) {
    if (query == null || !query.contains(REQUEST_URI)) {
      return query;
    }
    Map<String, List<String>> given = AuthorizationRequests.parse(query);
    String uri = first(given, REQUEST_URI);
    if (!uri.startsWith(PREFIX)) {
      return query;
    }
    String text = uri.substring(PREFIX.length());
    Optional<String> pushed =
        RandomSecrets.isOne(text)
            ? take(new Secret(text), first(given, "client_id"))
            : Optional.empty();
    return pushed.orElseThrow(() -> {
      admission.refused();
      return new PageException(400, PageText.REQUEST_OVER);
    });
  }

  private Optional<String> take(Secret secret, String clientId) {
    return admission
        .lookUp(
            SecretKind.PUSHED_REQUEST,
            secret,
            () ->
                ended.find(
                    SecretKind.PUSHED_REQUEST,
                    secret,
                    hash -> transactions.call(() -> store.find(hash, clock.instant()))))
        .filter(request -> request.clientId().equals(clientId))
        .filter(_ -> transactions.call(() -> store.take(RandomSecrets.hash(secret))))
        .map(PushedRequestStore.Pushed::query);
  }

  /** The query to store: encoded again a form may be too long, and no browser could bring it. */
  private String valid(SignInClient client, String form) {
    try {
      String query = kept(form);
      requests.read(query, client);
      return query;
    } catch (PageException e) {
      throw new RefusedException(
          AuthorizationError.INVALID_REQUEST.wire(), e.text().in(PageLanguage.ENGLISH));
    } catch (AuthorizationException e) {
      throw new RefusedException(e.error().wire(), e.description());
    }
  }

  private static String kept(String form) {
    return AuthorizationRequests.parse(form).entrySet().stream()
        .filter(each -> KEPT.contains(each.getKey()))
        .flatMap(
            each -> each.getValue().stream().map(value -> each.getKey() + "=" + encoded(value)))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String first(Map<String, List<String>> given, String name) {
    return given.getOrDefault(name, List.of("")).getFirst();
  }
}
