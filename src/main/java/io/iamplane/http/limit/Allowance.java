package io.iamplane.http.limit;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.RequestAllowance;

/** What the ceiling of one request's client leaves; a batch is charged by its size. */
public final class Allowance implements RequestAllowance {

  private final RateLimits limits;
  private Ceilings.Taken taken;
  private int charged;

  /**
   * The allowance of a request.
   *
   * @param taken what the request itself was charged
   */
  Allowance(RateLimits limits, Ceilings.Taken taken) {
    this.limits = limits;
    this.taken = taken;
  }

  /** Charges once, however often the request begins again. */
  @Override
  public void charge(int more) {
    int rest = more - charged;
    if (rest <= 0) {
      return;
    }
    RateLimits.State state = limits.take(taken.limit(), taken.whose(), taken.address(), rest);
    taken =
        new Ceilings.Taken(taken.limit(), taken.whose(), taken.address(), state, taken.called());
    if (!state.allowed()) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS,
              "At most %d decisions a minute are answered here; this batch holds %d."
                  .formatted(state.ceiling(), more + 1))
          .with("retry_after", Long.toString(Math.max(1, state.retryAfterSeconds())));
    }
    charged = more;
  }

  /** What was charged and what that left. */
  public Ceilings.Taken taken() {
    return taken;
  }
}
