package io.iamplane.http.limit;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.RequestAllowance;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** What the ceiling of the present request's client leaves; a batch is charged by its size. */
@RequestScoped
public class ClientAllowance implements RequestAllowance {

  private final RateLimits limits;
  private Ceilings.@Nullable Taken taken;

  ClientAllowance(RateLimits limits) {
    this.limits = limits;
  }

  /** Notes what the request itself was charged. */
  public void charged(Ceilings.Taken charge) {
    this.taken = charge;
  }

  @Override
  public void charge(int more) {
    Ceilings.Taken before = taken;
    if (before == null || more <= 0) {
      return;
    }
    RateLimits.State state = limits.take(before.limit(), before.whose(), before.address(), more);
    taken =
        new Ceilings.Taken(
            before.limit(), before.whose(), before.address(), state, before.called());
    if (!state.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS,
              "At most %d decisions a minute are answered here; this batch holds %d."
                  .formatted(state.ceiling(), more + 1))
          .with("retry_after", Long.toString(Math.max(1, state.retryAfterSeconds())));
    }
  }

  /** What was charged and what that left; null when no ceiling was asked. */
  public Ceilings.@Nullable Taken taken() {
    return taken;
  }
}
