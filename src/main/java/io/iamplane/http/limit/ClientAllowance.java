package io.iamplane.http.limit;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.RequestAllowance;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** What the ceiling of the present request's client leaves; a batch is charged by its size. */
@RequestScoped
public class ClientAllowance implements RequestAllowance {

  private static final String ANYWHERE = "";

  private final RateLimits limits;
  private @Nullable Charged charged;

  ClientAllowance(RateLimits limits) {
    this.limits = limits;
  }

  /** What was charged, to whom, and what that left. */
  private record Charged(
      RateLimit limit, @Nullable String client, String address, RateLimits.State state) {}

  /** Takes the request itself off a ceiling. */
  public RateLimits.State take(RateLimit limit, @Nullable String client, String address) {
    RateLimits.State state = limits.take(limit, client, address);
    charged = new Charged(limit, client, address, state);
    return state;
  }

  /**
   * Takes the request off a ceiling that counts from wherever it comes.
   *
   * @param whose the client, or the organization
   */
  public RateLimits.State takeAnywhere(RateLimit limit, String whose) {
    RateLimits.State state = limits.take(limit, whose, ANYWHERE);
    if (!state.allowed()) {
      charged = new Charged(limit, whose, ANYWHERE, state);
    }
    return state;
  }

  @Override
  public void charge(int more) {
    Charged before = charged;
    if (before == null || more <= 0) {
      return;
    }
    RateLimits.State state = limits.take(before.limit(), before.client(), before.address(), more);
    charged = new Charged(before.limit(), before.client(), before.address(), state);
    if (!state.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS,
              "At most %d decisions a minute are answered here; this batch holds %d."
                  .formatted(state.ceiling(), more + 1))
          .with("retry_after", Long.toString(Math.max(1, state.retryAfterSeconds())));
    }
  }

  /** What is left now; null when no ceiling was asked. */
  public RateLimits.@Nullable State left() {
    return charged == null ? null : charged.state();
  }
}
