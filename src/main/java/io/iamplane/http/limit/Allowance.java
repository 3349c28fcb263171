package io.iamplane.http.limit;

import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.RequestAllowance;

/** The remaining allowance of one request's client; a batch is charged by its size. */
public final class Allowance implements RequestAllowance {

  private final RateLimits limits;
  private final Ceilings.Taken request;
  private Ceilings.Taken latest;
  private int charged;

  Allowance(RateLimits limits, Ceilings.Taken taken) {
    this.limits = limits;
    this.request = taken;
    this.latest = taken;
  }

  /** Charges once, however often the request begins again. */
  @Override
  public void charge(int more) {
    int rest = more - charged;
    if (rest <= 0) {
      return;
    }
    Ceilings.Counted one = request.counted();
    RateLimits.State state = limits.take(one.limit(), one.whose(), one.address(), rest);
    latest = new Ceilings.Taken(one, state);
    if (!state.allowed()) {
      throw IamException.tooMany(
          "At most %d decisions a minute are allowed; this batch contains %d."
              .formatted(state.ceiling(), more + 1),
          state.retryAfterSeconds());
    }
    charged = more;
  }

  /** The charge of the request itself. */
  public Ceilings.Taken request() {
    return request;
  }

  /** The latest charge with its remainder. */
  public Ceilings.Taken taken() {
    return latest;
  }
}
