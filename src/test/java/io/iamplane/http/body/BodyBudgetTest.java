package io.iamplane.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.body.BodySender.Network;
import io.iamplane.http.body.BodySender.Tenant;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import java.math.BigInteger;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * 100 bytes in all: 80 for tenants, of which 25 for each, 20 for senders without a token, of which
 * 10 for each.
 */
class BodyBudgetTest {

  private static final Tenant A = new Tenant("a");
  private static final Tenant B = new Tenant("b");

  private final BodyBudget budget = new BodyBudget(new BodyPool(80, 25), new BodyPool(20, 10));

  private boolean holds(BodySender sender, int bytes) {
    BodyShare share = new BodyShare(budget);
    return share.belongTo(sender) && share.grow(bytes);
  }

  @Test
  void oneTenantHasItsShareHoweverManyClientsItHas() {
    for (int i = 0; i < 25; i++) {
      assertThat(holds(A, 1)).isTrue();
    }
    assertThat(holds(A, 1)).isFalse();
    assertThat(holds(B, 25)).isTrue();
    assertThat(holds(B, 1)).isFalse();
  }

  @Test
  void theLargestBodyFitsIntoAShareOfLittleMemory() {
    int largest = 1 << 20;
    MemorySize total = new MemorySize(BigInteger.valueOf(2L * largest));
    BodyLimits limits = new BodyLimits(new MemorySize(BigInteger.valueOf(largest)));
    BodyBudget little = new BodyBudget(() -> total, limits, new SimpleMeterRegistry());
    BodyShare known = new BodyShare(little);
    assertThat(known.belongTo(A) && known.grow(largest)).isTrue();
    BodyShare stranger = new BodyShare(little);
    assertThat(stranger.belongTo(new Network("192.0.2.1")) && stranger.grow(64 << 10)).isTrue();
  }

  @Test
  void sendersWithoutATokenTakeNothingFromTenants() {
    assertThat(holds(new Network("192.0.2.1"), 10)).isTrue();
    assertThat(holds(new Network("192.0.2.1"), 1)).isFalse();
    assertThat(holds(new Network("192.0.2.2"), 10)).isTrue();
    assertThat(holds(new Network("192.0.2.3"), 1)).as("their pool is full").isFalse();
    assertThat(holds(A, 25)).isTrue();
    assertThat(budget.used()).isEqualTo(45);
  }

  @Test
  void tenantsTakeNothingFromSendersWithoutAToken() {
    for (String tenant : new String[] {"a", "b", "c"}) {
      assertThat(holds(new Tenant(tenant), 25)).isTrue();
    }
    assertThat(holds(new Tenant("d"), 6)).isFalse();
    assertThat(holds(new Tenant("d"), 5)).isTrue();
    assertThat(holds(new Network("192.0.2.1"), 10)).isTrue();
    assertThat(budget.used()).isEqualTo(90);
  }

  @Test
  void whatIsReleasedIsThereAgainOnce() {
    BodyShare share = new BodyShare(budget);
    assertThat(share.belongTo(A)).isTrue();
    assertThat(share.grow(25)).isTrue();
    share.release();
    share.release();
    assertThat(budget.used()).isZero();
    assertThat(budget.senders()).isZero();
    assertThat(share.grow(1)).as("a late chunk of a request that is over").isFalse();
    assertThat(budget.peak()).isEqualTo(25);
  }

  @Test
  void aRequestThatWasOverBeforeItsBodyWasReadHoldsNothing() {
    BodyShare share = new BodyShare(budget);
    share.release();
    assertThat(share.belongTo(A)).isFalse();
    assertThat(share.grow(1)).isFalse();
    assertThat(budget.used()).isZero();
  }

  @Test
  void thousandsAtOnceNeverExceedItAndLeaveNothing() throws Exception {
    BodyBudget crowded = new BodyBudget(new BodyPool(800, 250), new BodyPool(200, 100));
    CountDownLatch done = new CountDownLatch(8);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int t = 0; t < 8; t++) {
      String name = "x" + t % 3;
      BodySender sender = t % 2 == 0 ? new Tenant(name) : new Network(name);
      threads.execute(() -> {
        for (int i = 0; i < 5_000; i++) {
          BodyShare share = new BodyShare(crowded);
          share.belongTo(sender);
          share.grow(ThreadLocalRandom.current().nextInt(1, 200));
          share.grow(ThreadLocalRandom.current().nextInt(1, 200));
          share.release();
        }
        done.countDown();
      });
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    threads.shutdown();
    assertThat(crowded.peak()).isPositive().isLessThanOrEqualTo(1_000);
    assertThat(crowded.used()).isZero();
    assertThat(crowded.senders()).isZero();
  }

  @Test
  void bytesThatAreRefusedAreNeverCounted() throws Exception {
    BodyBudget small = new BodyBudget(new BodyPool(800, 250), new BodyPool(200, 100));
    assertThat(small.take(A, 240)).isTrue();
    AtomicBoolean over = new AtomicBoolean();
    Thread refused =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                small.take(A, 100);
              }
            });
    for (int i = 0; i < 200_000; i++) {
      assertThat(small.take(B, 1)).isTrue();
      small.give(B, 1);
    }
    over.set(true);
    refused.join();
    assertThat(small.peak()).isEqualTo(241);
    assertThat(small.used()).isEqualTo(240);
  }
}
