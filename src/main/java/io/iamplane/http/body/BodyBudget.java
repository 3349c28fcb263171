package io.iamplane.http.body;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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

  /** One tenant has an eighth, so that a few of them cannot take all: 8 MB of 64 MB. */
  private static final int TENANTS = 8;

  /** All bodies without a token have as much as one tenant: they are forms of a few kilobytes. */
  private static final int ANONYMOUS = 8;

  /** One address has room for four of the largest forms, when there are 64 MB in all. */
  private static final int NETWORKS = 256;

  private final BodyPool tenants;
  private final BodyPool anonymous;
  private final LongAccumulator peak = new LongAccumulator(Math::max, 0);

  @Inject
  BodyBudget(BodyConfig config, BodyLimits limits, MeterRegistry registry) {
    long total = config.total().asLongValue();
    // A share has room for the largest body: otherwise it would always be refused where memory is
    // small.
    this(
        new BodyPool(total - total / ANONYMOUS, Math.max(total / TENANTS, limits.largest())),
        new BodyPool(total / ANONYMOUS, Math.max(total / NETWORKS, BodyLimits.MAX_OPEN)));
    Gauge.builder("iam_http_body_bytes", this, BodyBudget::used)
        .description("Memory held by request bodies")
        .register(registry);
  }

  BodyBudget(BodyPool tenants, BodyPool anonymous) {
    this.tenants = tenants;
    this.anonymous = anonymous;
  }

  /** Bytes held now. */
  public long used() {
    return tenants.used() + anonymous.used();
  }

  /** The most bytes that were held at a time since the start. */
  public long peak() {
    return peak.get();
  }

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
