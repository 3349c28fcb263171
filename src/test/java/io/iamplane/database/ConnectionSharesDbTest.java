package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.BusyRequests;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With the pool of 16 that a test has: a quarter for one tenant, nine for all, three for anyone,
 * and one each for groups that read and groups that write.
 */
@QuarkusTest
class ConnectionSharesDbTest {

  private static final int ANONYMOUS = 3;

  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject BusyRequests requests;
  @Inject ControlConnections control;

  @AfterEach
  void end() {
    requests.close();
  }

  @Test
  void oneTenantHoldsAQuarterAndTheOthersAreServed() throws Exception {
    OrganizationId greedy = OrganizationId.next();
    List<Future<Boolean>> held = hold(greedy, 4);
    Future<Boolean> refused = requests.begin(as(greedy, this::reads));
    assertThat(requests.begin(as(OrganizationId.next(), this::reads)).get()).isTrue();
    assertThat(requests.begin(as(null, this::reads)).get()).as("no token").isTrue();
    assertThat(refused.get()).isFalse();
    requests.letGo();
    for (Future<Boolean> each : held) {
      assertThat(each.get()).isTrue();
    }
    assertThat(requests.begin(as(greedy, this::reads)).get()).isTrue();
  }

  @Test
  void allTenantsTogetherLeaveSomeToTokensAndJobs() throws Exception {
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 1);
    Future<Boolean> refused = requests.begin(as(OrganizationId.next(), this::reads));
    hold(null, ANONYMOUS);
    assertThat(requests.begin(this::reads).get()).as("outside a request").isTrue();
    assertThat(refused.get()).isFalse();
  }

  @Test
  void jobsThatReadForLongLeaveAConnectionToTheDecisionLog() throws Exception {
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 4);
    hold(OrganizationId.next(), 1);
    requests.begin(
        as(null, () -> GroupedCalls.<Integer, Boolean>reading(transactions, this::holds).call(1)));
    requests.begin(
        as(null, () -> GroupedCalls.<Integer, Boolean>writing(transactions, this::holds).call(1)));
    await().until(() -> requests.holding() == 11);
    hold(null, ANONYMOUS);
    Supplier<Boolean> job = () -> transactions.callOnLongSnapshot(requests::holds);
    Future<Boolean> first = requests.begin(job);
    await().until(() -> requests.holding() == 15);
    Thread second = Thread.ofVirtual().start(job::get);
    await().until(() -> requests.holding() == 16 || second.getState() == Thread.State.WAITING);
    assertThat(requests.begin(this::reads).get()).as("as the log's writer does").isTrue();
    requests.letGo();
    assertThat(first.get()).isTrue();
    second.join();
    assertThat(requests.holding()).as("the second read after the first").isEqualTo(16);
  }

  /** The framework opens a request's context for it, in which no one has asked. */
  @Test
  void whatTheSchedulerBeginsIsNoRequestWithoutAToken() throws Exception {
    List<Future<Boolean>> flood = hold(null, ANONYMOUS);

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
  void aTokenFloodHoldsAQuarterLessOne() throws Exception {
    hold(null, ANONYMOUS);
    Future<Boolean> refused = requests.begin(as(null, this::reads));
    assertThat(requests.begin(as(OrganizationId.next(), this::reads)).get()).isTrue();
    assertThat(refused.get()).isFalse();
  }

  @Test
  void aTokenFloodOfSomeNetworksHoldsUpNoOther() throws Exception {
    List<Future<Boolean>> flood = new ArrayList<>();
    hold(null, ANONYMOUS);
    for (int i = 0; i < 200; i++) {
      String network = "flood-" + i % 5;
      flood.add(requests.begin(as(null, network, requests::holds)));
    }
    // Of those that wait no network has more than its part; the others are refused at once.
    await().until(() -> flood.stream().filter(Future::isDone).count() >= 150);
    Future<Boolean> other = requests.begin(as(null, "elsewhere", this::reads));
    Future<Boolean> refused = requests.begin(as(null, "flood-0", this::reads));
    assertThat(refused.get()).isFalse();
    requests.letGo();
    assertThat(other.get()).isTrue();
  }

  /** A caller of the group may be of the network that sends too much. */
  @Test
  void aGroupDoesNotWaitForTheShareOfOneCaller() throws Exception {
    hold(null, ANONYMOUS);
    Future<Boolean> waiting = requests.begin(as(null, "somewhere", this::reads));
    GroupedCalls<Integer, Boolean> calls =
        GroupedCalls.reading(transactions, each -> each.stream().map(_ -> reads()).toList());
    assertThat(requests.begin(as(null, "somewhere", () -> calls.call(1))).get()).isTrue();
    assertThat(waiting).isNotDone();
  }

  /** It would hold its connection while others ask, who do not see its writes. */
  @Test
  void aCallerInATransactionIsNoneOfAGroup() {
    GroupedCalls<Integer, Boolean> calls =
        GroupedCalls.reading(transactions, each -> each.stream().map(_ -> reads()).toList());
    assertThatThrownBy(() -> transactions.call(() -> calls.call(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot run in a transaction");
    assertThat(calls.call(1)).isTrue();
  }

  /**
   * On one connection a read would wait for each commit. Of several groups of a kind one asks at a
   * time; the others ask for themselves after a moment.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void groupsThatReadAndGroupsThatWriteHoldAConnectionEach(boolean writing) throws Exception {
    GroupedCalls<Integer, Boolean> holding = group(writing, this::holds);
    Future<Boolean> held = requests.begin(as(null, () -> holding.call(1)));
    await().until(() -> requests.holding() == 1);
    assertThat(requests.begin(as(null, "elsewhere", () -> reading(writing).call(1))).get())
        .as("on a share of its own")
        .isTrue();
    hold(null, ANONYMOUS);
    Future<Boolean> alone = requests.begin(as(null, "elsewhere", this::reads));
    Future<Boolean> same = requests.begin(as(null, "elsewhere", () -> reading(writing).call(1)));
    Future<Boolean> other = requests.begin(as(null, "elsewhere", () -> reading(!writing).call(1)));
    assertThat(other.get()).isTrue();
    assertThat(same.get()).as("on the shares of the requests, which are used up").isFalse();
    assertThat(alone.get()).isFalse();
    assertThat(held).isNotDone();
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 1, 0, 0",
    "8, 4, 2, 1, 0",
    "12, 6, 2, 1, 1",
    "16, 9, 3, 1, 1",
    "32, 18, 6, 2, 2"
  })
  void poolsAreDivided(int size, int tenants, int anonymous, int reads, int writes) {
    assertThat(PoolShares.Division.of(size))
        .isEqualTo(new PoolShares.Division(tenants, anonymous, reads, writes));
  }

  private GroupedCalls<Integer, Boolean> reading(boolean writing) {
    return group(writing, each -> each.stream().map(_ -> reads()).toList());
  }

  private GroupedCalls<Integer, Boolean> group(
      boolean writing, Function<List<Integer>, List<Boolean>> ask) {
    return writing
        ? GroupedCalls.writing(transactions, ask)
        : GroupedCalls.reading(transactions, ask);
  }

  @Test
  void freshnessAndProbesAreAnsweredWhenThePoolIsEmpty() throws Exception {
    for (int i = 0; i < 16; i++) {
      requests.begin(requests::holds);
    }
    await().until(() -> requests.holding() == 16);
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
    assertThat(requests.begin(as(tenant, nested)).get()).isTrue();
  }

  private List<Future<Boolean>> hold(@Nullable OrganizationId tenant, int connections) {
    return requests.hold(tenant == null ? null : caller(tenant), connections);
  }

  private List<Boolean> holds(List<Integer> questions) {
    return questions.stream().map(_ -> requests.holds()).toList();
  }

  private boolean reads() {
    try {
      return sql.first("SELECT 1", row -> true).isPresent();
    } catch (IamException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
      return false;
    }
  }

  private Supplier<Boolean> as(@Nullable OrganizationId tenant, Supplier<Boolean> work) {
    return as(tenant, "somewhere", work);
  }

  private Supplier<Boolean> as(
      @Nullable OrganizationId tenant, String network, Supplier<Boolean> work) {
    return requests.as(tenant == null ? null : caller(tenant), network, work);
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
