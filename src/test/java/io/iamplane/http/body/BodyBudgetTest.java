package io.iamplane.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {

  @Test
  void oneClientHasAShareAndLeavesTheRest() {
    BodyBudget budget = new BodyBudget(100, 60);
    BodyShare first = new BodyShare(budget, "a");
    assertThat(first.grow(60)).isTrue();
    assertThat(first.grow(1)).isFalse();
    assertThat(new BodyShare(budget, "a").grow(1)).isFalse();
    assertThat(new BodyShare(budget, "b").grow(41)).isFalse();
    assertThat(new BodyShare(budget, "b").grow(40)).isTrue();
    assertThat(budget.used()).isEqualTo(100);
  }

  @Test
  void whatIsReleasedIsThereAgainOnce() {
    BodyBudget budget = new BodyBudget(100, 60);
    BodyShare share = new BodyShare(budget, "a");
    assertThat(share.grow(50)).isTrue();
    share.release();
    share.release();
    assertThat(budget.used()).isZero();
    assertThat(budget.clients()).isZero();
    assertThat(share.grow(1)).as("a late chunk of a request that is over").isFalse();
    assertThat(budget.peak()).isEqualTo(50);
  }

  @Test
  void thousandsAtOnceNeverExceedItAndLeaveNothing() throws Exception {
    BodyBudget budget = new BodyBudget(1_000, 400);
    CountDownLatch done = new CountDownLatch(8);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int t = 0; t < 8; t++) {
      Object client = t % 3;
      threads.execute(() -> {
        for (int i = 0; i < 5_000; i++) {
          BodyShare share = new BodyShare(budget, client);
          share.grow(ThreadLocalRandom.current().nextInt(1, 200));
          share.grow(ThreadLocalRandom.current().nextInt(1, 200));
          share.release();
        }
        done.countDown();
      });
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    threads.shutdown();
    assertThat(budget.peak()).isLessThanOrEqualTo(1_000);
    assertThat(budget.used()).isZero();
    assertThat(budget.clients()).isZero();
  }
}
