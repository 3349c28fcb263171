package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Issues codes to signed-in people. */
@Singleton
class AuthorizationCodes {

  /** RFC 6749, section 4.1.2, recommends ten minutes at most. */
  static final Duration LIFETIME = Duration.ofSeconds(60);

  /** The limit of one session for codes whose time runs; they are kept for their tokens longer. */
  static final int MOST_OF_A_SESSION = 500;

  private final AuthorizationCodeStore store;
  private final RandomSecrets secrets;
  private final Transactions transactions;
  private final Clock clock;

  AuthorizationCodes(
      AuthorizationCodeStore store, RandomSecrets secrets, Transactions transactions, Clock clock) {
    this.store = store;
    this.secrets = secrets;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Makes a code, stored as its hash; throws TOO_MANY_REQUESTS when the session has too many. */
  Secret issue(AuthorizationRequest request, SignInSession session) {
    if (!request.client().admits(session.organization())) {
      throw new IllegalStateException(
          "the client and the person belong to different organizations");
    }
    Secret secret = secrets.next(SecretKind.CODE);
    Instant now = clock.instant();
    Instant expiresAt = now.plus(LIFETIME);
    AuthorizationCode code =
        new AuthorizationCode(
            session.organization(),
            session.id(),
            session.user(),
            request.clientId(),
            request.to().uri(),
            request.challenge(),
            request.scopes(),
            request.nonce(),
            request.keyThumbprint(),
            expiresAt,
            expiresAt,
            null,
            false,
            session.proof(),
            Math.min(session.policyVersion(), request.client().policyVersion()),
            false);
    transactions.run(() -> {
      if (store.count(session.id(), now) >= MOST_OF_A_SESSION) {
        throw IamException.tooMany(
            "This session has requested too many codes.", LIFETIME.toSeconds());
      }
      store.insert(RandomSecrets.hash(secret), code);
    });
    return secret;
  }
}
