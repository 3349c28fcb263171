package io.iamplane.webhook.worker;

import jakarta.enterprise.context.ApplicationScoped;

/** Lets tests of other packages have deliveries without anybody who delivers them. */
@ApplicationScoped
public class FannedOut {

  private final FanOut fanOut;

  FannedOut(FanOut fanOut) {
    this.fanOut = fanOut;
  }

  /** Fans some messages out; whether there were any. */
  public boolean step() {
    return fanOut.step().isPresent();
  }
}
