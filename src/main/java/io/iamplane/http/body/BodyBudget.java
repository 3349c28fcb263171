package io.iamplane.http.body;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The memory held by bodies, of each sender and in all. Refuses a body without room: none waits, so
 * none piles up. Senders without a token have a pool of their own, so that they take nothing from
 * tenants.
 */
@Singleton
public class BodyBudget {

  /** No setting gives one tenant more than this part of all. */
  private static final int LEAST_TENANTS = 4;

  private final BodyPool tenants;
  private final BodyPool anonymous;
  private final LongAccumulator peak = new LongAccumulator(Math::max, 0);

  @Inject
  BodyBudget(BodyConfig config) {
    long total = config.total().asLongValue();
    long open = Math.min(total, config.anonymous().asLongValue());
    this.tenants =
        new BodyPool(
            total - open, Math.min(total / LEAST_TENANTS, config.perTenant().asLongValue()));
    this.anonymous = new BodyPool(open, config.perNetwork().asLongValue());
  }

  /** Bytes held now. */
  public long used() {
    return tenants.used() + anonymous.used();
  }

  /** The most bytes that were held at a time since the start. */
  public long peak() {
    return peak.get();
  }

  /** Senders that hold any. */
  int senders() {
    return tenants.senders() + anonymous.senders();
  }

  /** Takes bytes for a sender; false, and nothing taken, when that would be too many. */
  boolean take(BodySender sender, long bytes) {
    boolean taken = pool(sender).take(sender, bytes);
    if (taken) {
      peak.accumulate(used());
    }
    return taken;
  }

  void give(BodySender sender, long bytes) {
    pool(sender).give(sender, bytes);
  }

  private BodyPool pool(BodySender sender) {
    return switch (sender) {
      case BodySender.Tenant tenant -> tenants;
      case BodySender.Network network -> anonymous;
    };
  }
}
