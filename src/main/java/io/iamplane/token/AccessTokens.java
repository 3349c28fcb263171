package io.iamplane.token;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Makes access tokens (RFC 9068). They are not stored. */
@Singleton
public class AccessTokens {

  static final String TYPE = "at+jwt";

  private final JwtSigner signer;
  private final Issuer issuer;
  private final Audience audience;
  private final Duration lifetime;
  private final Clock clock;

  AccessTokens(
      JwtSigner signer, Issuer issuer, Audience audience, TokenConfig config, Clock clock) {
    this.signer = signer;
    this.issuer = issuer;
    this.audience = audience;
    this.lifetime = config.lifetime();
    this.clock = clock;
  }

  public record Issued(Secret token, Duration lifetime) {}

  /**
   * Makes a token for this API. Signs: off the event loop only.
   *
   * @param scopes none beyond the client's
   * @param keyThumbprint the key that the token is bound to (RFC 9449); null for none
   * @throws IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  public Issued issue(
      AuthenticatedClient client, SortedSet<String> scopes, @Nullable String keyThumbprint) {
    TokenSubject subject = TokenSubject.of(client, keyThumbprint);
    return issue(subject, scopes, UuidV7.next().toString(), Instant.MAX);
  }

  /**
   * Makes a token whose audience is its client: an application that has an API of its own. Here it
   * says who the person is, and opens nothing else. Signs: off the event loop only.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when nothing can sign now, or the client has the
   *     name of this API
   */
  public Issued issueForClient(TokenSubject subject, SortedSet<String> scopes, String jti) {
    List<String> client = List.of(subject.clientId());
    if (audience.isFor(client)) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException(Audience.PROPERTY + " must not be a client's id"));
    }
    return issue(client, subject, scopes, jti, Instant.MAX);
  }

  /**
   * Issues a token of that name to an account authenticated by other means, until {@code notAfter}
   * at the latest, which is in the future.
   */
  public Issued issue(
      TokenSubject subject, SortedSet<String> scopes, String jti, Instant notAfter) {
    List<String> api = List.of(audience.value().orElseThrow(AccessTokens::noAudience));
    return issue(api, subject, scopes, jti, notAfter);
  }

  private Issued issue(
      List<String> recipients,
      TokenSubject subject,
      SortedSet<String> scopes,
      String jti,
      Instant notAfter) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Instant usual = now.plus(lifetime);
    Instant expiresAt = usual.isBefore(notAfter) ? usual : notAfter;
    TokenClaims claims =
        new TokenClaims(
            issuer.value(),
            recipients,
            subject.subject(),
            subject.clientId(),
            subject.organization(),
            subject.platform(),
            scopes,
            subject.aal(),
            subject.policyVersion(),
            jti,
            subject.actor(),
            subject.keyThumbprint(),
            new TokenClaims.Times(now, null, expiresAt));
    return new Issued(signer.sign(TYPE, claims.json()), Duration.between(now, expiresAt));
  }

  private static IamException noAudience() {
    return IamException.dependencyUnavailable(
        new IllegalStateException(Audience.PROPERTY + " is not set"));
  }
}
