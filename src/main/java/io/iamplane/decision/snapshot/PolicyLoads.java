package io.iamplane.decision.snapshot;

import io.iamplane.decision.snapshot.LoadWeight.TooHeavy;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Loads policies, a few at a time. How heavy one is shows while it is read: a heavy one gives its
 * place away and is read again where few others are, so that a tenant of milliseconds never waits
 * for one of seconds.
 */
final class PolicyLoads {

  /** The weight that loads in some tenths of a second: about 50,000 grants. */
  private static final long LIGHT = 24L << 20;

  private final SnapshotLoader loader;
  private final Ticker ticker;
  private final Turns light;
  private final Turns heavy;
  private final LongAdder done = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Makes places for light policies, and half as many for heavy ones. */
  PolicyLoads(SnapshotLoader loader, Ticker ticker, int places) {
    this.loader = loader;
    this.ticker = ticker;
    this.light = new Turns(places, "iam-policy-load-");
    this.heavy = new Turns(Math.max(1, places / 2), "iam-policy-load-heavy-");
  }

  /** The present policy when its turn has come; empty when there is no such organization. */
  CompletableFuture<Optional<TenantPolicy>> load(OrganizationId id) {
    return light
        .start(() -> timed(() -> loader.load(id, LIGHT)))
        .exceptionallyCompose(failure ->
            failure instanceof TooHeavy
                ? heavy.start(() -> timed(() -> loader.load(id)))
                : CompletableFuture.failedFuture(failure));
  }

  private Optional<TenantPolicy> timed(Supplier<Optional<TenantPolicy>> load) {
    long began = ticker.nanos();
    Optional<TenantPolicy> loaded = load.get();
    nanos.add(ticker.nanos() - began);
    done.increment();
    return loaded;
  }

  long done() {
    return done.sum();
  }

  long nanos() {
    return nanos.sum();
  }

  void stop() {
    light.stop();
    heavy.stop();
  }
}
