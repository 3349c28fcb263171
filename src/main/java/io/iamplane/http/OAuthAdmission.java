package io.iamplane.http;

import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.http.limit.RateLimit;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.token.oauth.TokenAdmission;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The ceilings of the token endpoint, for the present request. */
@RequestScoped
class OAuthAdmission implements TokenAdmission {

  private final FailedAuthentications failures;
  private final RateLimits limits;
  private final RequestIdentity identity;
  private boolean shared;
  private RateLimits.@Nullable State state;

  OAuthAdmission(FailedAuthentications failures, RateLimits limits, RequestIdentity identity) {
    this.failures = failures;
    this.limits = limits;
    this.identity = identity;
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

  /** Counted once the client is authenticated: no other can use up its ceiling. */
  @Override
  public void proved(String clientId) {
    if (shared) {
      failures.returnShare(clientId, identity.address());
    }
    failures.proved(clientId);
    RateLimits.State taken = limits.take(RateLimit.OAUTH, clientId, identity.address());
    state = taken;
    if (!taken.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS,
              "At most " + taken.ceiling() + " tokens a minute are issued to this client.")
          .with("retry_after", Long.toString(Math.max(1, taken.retryAfterSeconds())));
    }
  }

  /** What the ceiling leaves; null before the client proved itself. */
  RateLimits.@Nullable State state() {
    return state;
  }
}
