package io.iamplane.webhook.worker;

import io.iamplane.webhook.claim.DeadLettering;
import jakarta.enterprise.context.ApplicationScoped;

/** Lets tests of other packages have deliveries without a worker. */
@ApplicationScoped
public class FannedOut {

  private final FanOut fanOut;
  private final DeadLettering burials;

  FannedOut(FanOut fanOut, DeadLettering burials) {
    this.fanOut = fanOut;
    this.burials = burials;
  }

  /** Fans some messages out; returns true if there were any. */
  public boolean step() {
    return !(fanOut.step() instanceof FanOut.Nothing);
  }

  /** Does everything that a worker would, but for the requests. */
  public void all() {
    while (step()) {
      // Until every message became a delivery.
    }
    burials.some();
  }
}
