package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.SharedTransaction.State;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.CurrentCaller;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With the pool of 16 that a test has: a quarter for one tenant, ten for all, four for anyone. */
@QuarkusTest
class ConnectionSharesDbTest {

  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject CurrentCaller current;
  @Inject ControlConnections control;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger holding = new AtomicInteger();

  @AfterEach
  void end() throws Exception {
    end.countDown();
    threads.close();
  }

  @Test
  void oneTenantHoldsAQuarterAndTheOthersAreServed() throws Exception {
    OrganizationId greedy = OrganizationId.next();
    List<Future<Boolean>> held = hold(greedy, 4);
    Future<Boolean> refused = threads.submit(as(greedy, this::reads)::get);
    assertThat(threads.submit(as(OrganizationId.next(), this::reads)::get).get()).isTrue();
    assertThat(threads.submit(as(null, this::reads)::get).get()).as("no token").isTrue();
    assertThat(refused.get()).isFalse();
    end.countDown();
    for (Future<Boolean> each : held) {
      assertThat(each.get()).isTrue();
    }
    assertThat(threads.submit(as(greedy, this::reads)::get).get()).isTrue();
  }

  @Test
  void allTenantsTogetherLeaveSomeToTokensAndJobs() throws Exception {
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 2);
    Future<Boolean> refused = threads.submit(as(OrganizationId.next(), this::reads)::get);
    hold(null, 4);
    assertThat(threads.submit(this::reads).get()).as("outside a request").isTrue();
    assertThat(refused.get()).isFalse();
  }

  @Test
  void jobsThatReadForLongLeaveAConnectionToTheDecisionLog() throws Exception {
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 2);
    hold(null, 4);
    Supplier<Boolean> job = () -> transactions.callOnLongSnapshot(this::holds);
    Future<Boolean> first = threads.submit(job::get);
    await().until(() -> holding.get() == 15);
    Thread second = Thread.ofVirtual().start(job::get);
    await().until(() -> holding.get() == 16 || second.getState() == Thread.State.WAITING);
    assertThat(threads.submit(this::reads).get()).as("as the log's writer does").isTrue();
    end.countDown();
    assertThat(first.get()).isTrue();
    second.join();
    assertThat(holding.get()).as("the second read after the first").isEqualTo(16);
  }

  /** The framework opens a request's context for it, in which no one has asked. */
  @Test
  void whatTheSchedulerBeginsIsNoRequestWithoutAToken() throws Exception {
    List<Future<Boolean>> flood = hold(null, 4);

    assertThat(as(null, "", () -> transactions.call(() -> true)).get()).isTrue();
    assertThat(flood).noneMatch(Future::isDone);
  }

  @Test
  void aLongReadingMayBeginAnother() {
    assertThat(
            transactions.<Boolean>callOnLongSnapshot(
                () -> transactions.callOnLongSnapshot(this::reads)))
        .isTrue();
  }

  @Test
  void aTokenFloodHoldsAQuarter() throws Exception {
    hold(null, 4);
    Future<Boolean> refused = threads.submit(as(null, this::reads)::get);
    assertThat(threads.submit(as(OrganizationId.next(), this::reads)::get).get()).isTrue();
    assertThat(refused.get()).isFalse();
  }

  @Test
  void aTokenFloodOfSomeNetworksHoldsUpNoOther() throws Exception {
    List<Future<Boolean>> flood = new ArrayList<>();
    hold(null, 4);
    for (int i = 0; i < 200; i++) {
      String network = "flood-" + i % 5;
      flood.add(threads.submit(as(null, network, this::holds)::get));
    }
    // Of those that wait no network has more than its part; the others are refused at once.
    await().until(() -> flood.stream().filter(Future::isDone).count() >= 150);
    Future<Boolean> other = threads.submit(as(null, "elsewhere", this::reads)::get);
    Future<Boolean> refused = threads.submit(as(null, "flood-0", this::reads)::get);
    assertThat(refused.get()).isFalse();
    end.countDown();
    assertThat(other.get()).isTrue();
  }

  @Test
  void freshnessAndProbesAreAnsweredWhenThePoolIsEmpty() throws Exception {
    for (int i = 0; i < 16; i++) {
      threads.submit(this::holds);
    }
    await().until(() -> holding.get() == 16);
    assertThat(control.sql().first("SELECT 1", row -> true)).isPresent();
  }

  @Test
  void whoHoldsAShareTakesASecondConnectionWithoutWaiting() throws Exception {
    OrganizationId tenant = OrganizationId.next();
    hold(tenant, 3);
    Supplier<Boolean> nested =
        () ->
            transactions.call(() -> {
              sql.first("SELECT 1", row -> true);
              return transactions.callOnLongSnapshot(this::reads);
            });
    assertThat(threads.submit(as(tenant, nested)::get).get()).isTrue();
  }

  @Test
  void aSharedTransactionTakesItsShareWithItsFirstStatement() throws Exception {
    OrganizationId tenant = OrganizationId.next();
    hold(tenant, 4);
    Supplier<Boolean> shared =
        () -> {
          SharedTransaction transaction = transactions.begin();
          try {
            assertThat(transaction.<Boolean>whole(() -> true)).as("nothing is sent").isTrue();
            transaction.leave();
            transaction.enter();
            // Before Hibernate, which would give the whole transaction up.
            assertThatThrownBy(() -> transaction.part(this::readies))
                .isInstanceOfSatisfying(
                    IamException.class,
                    e -> {
                      assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
                      assertThat(transaction.keptOut()).isSameAs(e);
                    });
            assertThat(transaction.state()).as("as if it had not tried").isEqualTo(State.OPEN);
            end.countDown();
            return transaction.part(this::asks);
          } finally {
            transaction.rollback();
          }
        };
    assertThat(threads.submit(as(tenant, shared)::get).get()).isTrue();
  }

  @Test
  void theShareOfASharedTransactionGoesWithItAndIsGivenBack() throws Exception {
    OrganizationId tenant = OrganizationId.next();
    hold(tenant, 3);
    for (int i = 0; i < 3; i++) {
      SharedTransaction[] shared = new SharedTransaction[1];
      Supplier<Boolean> first =
          () -> {
            shared[0] = transactions.begin();
            shared[0].part(this::asks);
            shared[0].leave();
            return true;
          };
      Supplier<Boolean> second =
          () -> {
            shared[0].enter();
            boolean read = shared[0].part(this::asks);
            shared[0].rollback();
            return read;
          };
      assertThat(threads.submit(as(tenant, first)::get).get()).isTrue();
      assertThat(threads.submit(as(tenant, second)::get).get()).isTrue();
    }
  }

  private boolean readies() {
    sql.ready();
    return true;
  }

  private boolean asks() {
    return sql.first("SELECT 1", row -> true).isPresent();
  }

  private List<Future<Boolean>> hold(@Nullable OrganizationId tenant, int connections) {
    List<Future<Boolean>> held = new ArrayList<>();
    int before = holding.get();
    for (int i = 0; i < connections; i++) {
      held.add(threads.submit(as(tenant, this::holds)::get));
    }
    await().until(() -> holding.get() == before + connections);
    return held;
  }

  private boolean holds() {
    return transactions.call(() -> {
      sql.first("SELECT 1", row -> true);
      holding.incrementAndGet();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    });
  }

  private boolean reads() {
    try {
      return sql.first("SELECT 1", row -> true).isPresent();
    } catch (IamException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
      return false;
    }
  }

  /** As the work of a request. */
  private Supplier<Boolean> as(@Nullable OrganizationId tenant, Supplier<Boolean> work) {
    return as(tenant, "somewhere", work);
  }

  private Supplier<Boolean> as(
      @Nullable OrganizationId tenant, String network, Supplier<Boolean> work) {
    return () -> {
      var request = Arc.container().requestContext();
      request.activate();
      try {
        current.from(network);
        if (tenant != null) {
          current.set(caller(tenant));
        }
        return work.get();
      } finally {
        request.terminate();
      }
    };
  }

  private static Caller caller(OrganizationId tenant) {
    return new Caller(
        tenant,
        false,
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "someone"),
        "client",
        Aal.AAL1,
        new Caller.Origin("test", "192.0.2.1", null));
  }
}
