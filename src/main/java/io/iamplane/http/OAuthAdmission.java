package io.iamplane.http;

import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.http.limit.RateLimit;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.oauth.OAuthUse;
import io.iamplane.oauth.TokenAdmission;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.signin.EndedSecrets;
import io.iamplane.signin.SecretKind;
import io.iamplane.token.DpopRefusedException;
import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ceilings of the OAuth endpoints, for the present request. */
@RequestScoped
class OAuthAdmission implements TokenAdmission {

  private final FailedAuthentications failures;
  private final RateLimits limits;
  private final RequestIdentity identity;
  private final EndedSecrets ended;
  private boolean shared;
  private RateLimits.@Nullable State charge;

  OAuthAdmission(
      FailedAuthentications failures,
      RateLimits limits,
      RequestIdentity identity,
      EndedSecrets ended) {
    this.failures = failures;
    this.limits = limits;
    this.identity = identity;
    this.ended = ended;
  }

  @Override
  public boolean isSuspect() {
    return failures.isOver(identity.address());
  }

  @Override
  public void takeShare(String claimedClient) {
    failures.takeShare(claimedClient, identity.address());
    shared = true;
  }

  @Override
  public void proved(String clientId) {
    if (shared) {
      failures.returnShare(clientId, identity.address());
    }
    failures.proved(clientId);
  }

  /** Counted once the client is authenticated: no other can use up its ceiling. */
  @Override
  public void proved(String clientId, OAuthUse use) {
    proved(clientId);
    RateLimit limit = use == OAuthUse.INTROSPECTION ? RateLimit.DECISION : RateLimit.OAUTH;
    charge(limit, clientId, what(use) + " this client.");
  }

  @Override
  public String proving(String account, Supplier<String> check) {
    String address = identity.address();
    boolean suspect = !failures.count(address);
    if (suspect) {
      failures.proved(account);
      failures.takeShare(account, address);
    }
    boolean refused = false;
    try {
      return check.get();
    } catch (DpopRefusedException e) {
      refused = true;
      throw e;
    } finally {
      if (suspect && !refused) {
        failures.returnShare(account, address);
      } else if (!refused) {
        failures.forgive(address);
      }
    }
  }

  @Override
  public void begun() {
    charge(RateLimit.SIGN_IN, "", " sign-in requests a minute are allowed from one address.");
  }

  @Override
  public void signedIn(String person) {
    charge(
        RateLimit.OAUTH,
        "sign-in/" + person,
        " codes and refreshed tokens a minute are issued to one person.");
  }

  @Override
  public void refusedDevice(String person) {
    charge(
        RateLimit.OAUTH,
        "refused-device/" + person,
        " rejected authenticators a minute are allowed for one person.");
  }

  @Override
  public void pushed() {
    charge(
        RateLimit.OAUTH,
        "pushed-requests",
        " pushed requests a minute are allowed from one address.");
  }

  @Override
  public void federated() {
    charge(
        RateLimit.OAUTH,
        "federation",
        " requests a minute to identity providers are allowed from one address.");
  }

  @Override
  public <T> T lookUp(Supplier<T> work) {
    return isSuspect() ? failures.inTurn(work) : work.get();
  }

  @Override
  public <T> Optional<T> lookUp(SecretKind kind, Secret secret, Supplier<Optional<T>> work) {
    if (!isSuspect()) {
      return work.get();
    }
    String address = identity.address();
    boolean guess = ended.opensNothing(kind, secret);
    if (guess) {
      failures.takeGuess(address);
    }
    Optional<T> found = failures.inTurn(work);
    if (guess && found.isPresent()) {
      failures.returnGuess(address);
    }
    return found;
  }

  @Override
  public void refused() {
    failures.count(identity.address());
  }

  private void charge(RateLimit limit, String whose, String what) {
    RateLimits.State taken = limits.take(limit, whose, identity.address());
    charge = taken;
    if (!taken.allowed()) {
      throw IamException.tooMany("At most " + taken.ceiling() + what, taken.retryAfterSeconds());
    }
  }

  private static String what(OAuthUse use) {
    return switch (use) {
      case TOKEN -> " tokens a minute are issued to";
      case REVOCATION -> " token revocations a minute are allowed for";
      case INTROSPECTION -> " introspections a minute are allowed for";
    };
  }

  @Override
  public Caller.Origin origin() {
    return new Caller.Origin(identity.correlationId(), identity.address(), null);
  }

  /** Returns the charge; null before the client was authenticated. */
  RateLimits.@Nullable State charge() {
    return charge;
  }
}
