package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.IamException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupedCallsTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final ThreadLocal<String> NETWORK = ThreadLocal.withInitial(() -> "somewhere");

  private final List<List<Integer>> groups = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger entered = new AtomicInteger();
  private final Semaphore gate = new Semaphore(0);
  private final AtomicBoolean fails = new AtomicBoolean();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final GroupedCalls<Integer, Integer> calls = calls(LONG);

  @AfterEach
  void end() {
    gate.release(1_000_000);
    callers.close();
  }

  private GroupedCalls<Integer, Integer> calls(Duration patience) {
    return calls(this::squares, patience);
  }

  private GroupedCalls<Integer, Integer> calls(
      Function<List<Integer>, List<Integer>> ask, Duration patience) {
    return new GroupedCalls<>(
        callers,
        () -> PoolShares.Share.FREE,
        ask,
        number -> ask.apply(List.of(number)).getFirst(),
        NETWORK::get,
        patience);
  }

  private List<Integer> squares(List<Integer> numbers) {
    entered.incrementAndGet();
    gate.acquireUninterruptibly();
    groups.add(numbers);
    if (fails.get()) {
      throw new IllegalStateException("away");
    }
    return numbers.stream().map(number -> number * number).toList();
  }

  @Test
  void aLoneCallerIsAGroupOfOne() {
    gate.release();
    assertThat(calls.call(7)).isEqualTo(49);
    assertThat(groups).containsExactly(List.of(7));
  }

  @Test
  void thoseWhoComeMeanwhileGoTogetherAndEachHearsItsOwn() throws Exception {
    Future<Integer> first = callers.submit(() -> calls.call(1));
    await().until(() -> entered.get() == 1);
    List<Future<Integer>> others = new ArrayList<>();
    for (int i = 2; i <= 40; i++) {
      others.add(submitted(i));
    }
    gate.release(2);
    assertThat(first.get()).isEqualTo(1);
    for (int i = 2; i <= 40; i++) {
      assertThat(others.get(i - 2).get()).isEqualTo(i * i);
    }
    assertThat(groups).hasSize(2);
    assertThat(groups.get(1)).hasSize(39);
  }

  @Test
  void aGroupIsBoundedAndTheRestIsTheNext() throws Exception {
    Future<Integer> first = callers.submit(() -> calls.call(0));
    await().until(() -> entered.get() == 1);
    List<Future<Integer>> others = new ArrayList<>();
    for (int i = 1; i <= 250; i++) {
      others.add(submitted(i));
    }
    gate.release(10);
    first.get();
    for (Future<Integer> other : others) {
      other.get();
    }
    assertThat(groups.stream().map(List::size)).containsExactly(1, 100, 100, 50);
  }

  @Test
  void aFailureIsThatOfItsGroupAndTheNextGoesOn() throws Exception {
    fails.set(true);
    Future<Integer> first = callers.submit(() -> calls.call(1));
    await().until(() -> entered.get() == 1);
    Future<Integer> second = submitted(2);
    gate.release();
    assertThatThrownBy(first::get).hasMessageContaining("away");
    await().until(() -> entered.get() == 2);
    fails.set(false);
    gate.release();
    assertThat(second.get()).isEqualTo(4);
    gate.release();
    assertThat(calls.call(3)).isEqualTo(9);
  }

  @Test
  void whoLosesPatienceInTheLineIsLeftOutAndOthersGoOn() throws Exception {
    GroupedCalls<Integer, Integer> impatient = calls(Duration.ofSeconds(1));
    Future<Integer> first = callers.submit(() -> impatient.call(1));
    await().until(() -> entered.get() == 1);
    assertThatThrownBy(() -> impatient.call(2)).isInstanceOf(IamException.class);
    gate.release(2);
    assertThat(first.get()).isEqualTo(1);
    assertThat(impatient.call(3)).isEqualTo(9);
    assertThat(groups).as("two was never asked").containsExactly(List.of(1), List.of(3));
  }

  @Test
  void whoWasTakenAlongHearsTheAnswerHoweverLate() throws Exception {
    Duration patience = Duration.ofSeconds(1);
    GroupedCalls<Integer, Integer> impatient = calls(patience);
    Future<Integer> first = callers.submit(() -> impatient.call(1));
    await().until(() -> entered.get() == 1);
    Future<Integer> leader = callers.submit(() -> impatient.call(2));
    await().pollInterval(Duration.ofMillis(1)).until(() -> impatient.waiting() == 1);
    Future<Integer> taken = callers.submit(() -> impatient.call(3));
    await().pollInterval(Duration.ofMillis(1)).until(() -> impatient.waiting() == 2);
    gate.release();
    assertThat(first.get()).isEqualTo(1);
    await().until(() -> entered.get() == 2);
    assertThatThrownBy(() -> taken.get(2 * patience.toMillis(), TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    gate.release();
    assertThat(leader.get()).isEqualTo(4);
    assertThat(taken.get()).isEqualTo(9);
  }

  /** A caller that gives up just when its question is taken is answered. */
  @Test
  void theLineGoesOnWhoeverLosesPatience() throws Exception {
    gate.release(1_000_000);
    GroupedCalls<Integer, Integer> impatient = calls(Duration.ofNanos(20_000));
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      running.add(
          callers.submit(() -> {
            for (int n = 0; n < 2_000; n++) {
              try {
                impatient.call(n);
              } catch (IamException _) {
                // It came too late, and may come again.
              }
            }
          }));
    }
    for (Future<?> each : running) {
      each.get();
    }
    assertThat(impatient.waiting()).isZero();
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IamException.class)
        .until(() -> impatient.call(3), answer -> answer == 9);
  }

  @Test
  void anErrorOfTheOneWhoAsksLeavesNoOneWaiting() throws Exception {
    GroupedCalls<Integer, Integer> failing =
        calls(
            numbers -> {
              if (numbers.size() > 1) {
                throw new StackOverflowError();
              }
              return squares(numbers);
            },
            LONG);
    Future<Integer> first = callers.submit(() -> failing.call(1));
    await().until(() -> entered.get() == 1);
    Future<Integer> leader = callers.submit(() -> failing.call(2));
    await().pollInterval(Duration.ofMillis(1)).until(() -> failing.waiting() == 1);
    Future<Integer> taken = callers.submit(() -> failing.call(3));
    await().pollInterval(Duration.ofMillis(1)).until(() -> failing.waiting() == 2);
    gate.release(2);
    assertThat(first.get()).isEqualTo(1);
    for (Future<Integer> each : List.of(leader, taken)) {
      assertLost(each);
    }
    assertThat(failing.call(4)).isEqualTo(16);
  }

  /** One slow question after another would keep the line from going on. */
  @Test
  void afterAFailureEachAsksAloneOnItsOwnThread() throws Exception {
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    GroupedCalls<Integer, Integer> refusing =
        calls(
            numbers -> {
              if (numbers.size() > 1) {
                throw new IllegalStateException("the connection of groups is taken");
              }
              threads.add(Thread.currentThread());
              return squares(numbers);
            },
            LONG);
    Future<Integer> first = callers.submit(() -> refusing.call(1));
    await().until(() -> entered.get() == 1);
    List<Future<Integer>> others = new ArrayList<>();
    for (int i = 2; i <= 5; i++) {
      int number = i;
      others.add(callers.submit(() -> refusing.call(number)));
      await().pollInterval(Duration.ofMillis(1)).until(() -> refusing.waiting() == number - 1);
    }
    gate.release();
    assertThat(first.get()).isEqualTo(1);
    await().untilAsserted(() -> assertThat(entered).as("all at once").hasValue(5));
    gate.release(4);
    for (int i = 2; i <= 5; i++) {
      assertThat(others.get(i - 2).get()).isEqualTo(i * i);
    }
    assertThat(threads).doesNotHaveDuplicates().hasSize(5);
  }

  @Test
  void oneNetworkFillsItsPlacesAndAnotherIsServed() throws Exception {
    List<Future<Integer>> flood = new ArrayList<>();
    flood.add(callers.submit(() -> calls.call(0)));
    await().until(() -> entered.get() == 1);
    for (int i = 1; i < 600; i++) {
      int number = i;
      flood.add(callers.submit(() -> calls.call(number)));
    }
    await().until(() -> flood.stream().filter(Future::isDone).count() == 100);
    Future<Integer> other =
        callers.submit(() -> {
          NETWORK.set("elsewhere");
          return calls.call(700);
        });
    await().until(() -> calls.waiting() == 500);
    gate.release(7);
    assertThat(other.get()).isEqualTo(490_000);
    await().until(() -> flood.stream().allMatch(Future::isDone));
    assertThat(flood.stream().filter(each -> each.state() == Future.State.FAILED)).hasSize(100);
    gate.release();
    assertThat(calls.call(3)).as("who was answered or refused left its place").isEqualTo(9);
  }

  @Test
  void withoutTheConnectionOfGroupsEachAsksAlone() throws Exception {
    AtomicBoolean free = new AtomicBoolean(true);
    GroupedCalls<Integer, Integer> calls =
        new GroupedCalls<>(
            callers,
            () -> free.get() ? PoolShares.Share.FREE : null,
            this::squares,
            number -> -number,
            NETWORK::get,
            LONG);
    Future<Integer> first = callers.submit(() -> calls.call(1));
    await().until(() -> entered.get() == 1);
    List<Future<Integer>> others = new ArrayList<>();
    for (int i = 2; i <= 5; i++) {
      int number = i;
      others.add(callers.submit(() -> calls.call(number)));
    }
    await().until(() -> calls.waiting() == 4);
    free.set(false);
    gate.release();
    assertThat(first.get()).isEqualTo(1);
    for (int i = 2; i <= 5; i++) {
      assertThat(others.get(i - 2).get()).isEqualTo(-i);
    }
    assertThat(calls.call(6)).as("a group of one, too").isEqualTo(-6);
  }

  @Test
  void withoutMemoryForAThreadAllInLineHearOfItAndTheNextGoesOn() {
    AtomicReference<GroupedCalls<Integer, Integer>> calls = new AtomicReference<>();
    AtomicReference<Future<Integer>> other = new AtomicReference<>();
    calls.set(
        new GroupedCalls<>(
            task -> {
              if (other.get() != null) {
                callers.execute(task);
                return;
              }
              other.set(callers.submit(() -> calls.get().call(2)));
              await().until(() -> calls.get().waiting() == 2);
              throw new OutOfMemoryError("unable to create native thread");
            },
            () -> PoolShares.Share.FREE,
            this::squares,
            number -> -number,
            NETWORK::get,
            LONG));
    assertThatThrownBy(() -> calls.get().call(1)).isInstanceOf(IamException.class);
    assertThatThrownBy(other.get()::get).hasCauseInstanceOf(IamException.class);
    gate.release();
    assertThat(calls.get().call(3)).isEqualTo(9);
  }

  @Test
  void tooFewAnswersAreNoOnesElse() throws Exception {
    gate.release(2);
    GroupedCalls<Integer, Integer> forgetful =
        calls(numbers -> numbers.contains(2) ? List.of() : squares(numbers), LONG);
    assertThatThrownBy(() -> forgetful.call(2)).isInstanceOf(IamException.class);
    assertThat(forgetful.call(3)).isEqualTo(9);
  }

  @Test
  void anErrorOnTheWayToTheConnectionLeavesNoOneWaiting() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    GroupedCalls<Integer, Integer> calls =
        new GroupedCalls<>(
            callers,
            () -> {
              if (fails.get()) {
                throw new StackOverflowError();
              }
              return PoolShares.Share.FREE;
            },
            this::squares,
            number -> -number,
            NETWORK::get,
            LONG);
    Future<Integer> first = callers.submit(() -> calls.call(1));
    await().until(() -> entered.get() == 1);
    Future<Integer> leader = callers.submit(() -> calls.call(2));
    await().until(() -> calls.waiting() == 1);
    Future<Integer> taken = callers.submit(() -> calls.call(3));
    await().until(() -> calls.waiting() == 2);
    fails.set(true);
    gate.release();
    assertThat(first.get()).isEqualTo(1);
    for (Future<Integer> each : List.of(leader, taken)) {
      assertLost(each);
    }
    fails.set(false);
    gate.release();
    assertThat(calls.call(4)).isEqualTo(16);
  }

  @Test
  void withoutEndManyCallersHearTheTruth() throws Exception {
    gate.release(1_000_000);
    List<Future<Boolean>> running = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int own = i;
      running.add(
          callers.submit(() -> {
            for (int n = 0; n < 2_000; n++) {
              int number = own * 10_000 + n;
              if (calls.call(number) != number * number) {
                return false;
              }
            }
            return true;
          }));
    }
    for (Future<Boolean> each : running) {
      assertThat(each.get()).isTrue();
    }
  }

  /** The question may have been asked. */
  private static void assertLost(Future<Integer> call) {
    assertThatThrownBy(call::get)
        .cause()
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.members()).containsEntry("outcome", "unknown"));
  }

  private Future<Integer> submitted(int number) {
    int before = calls.waiting();
    Future<Integer> call = callers.submit(() -> calls.call(number));
    await().pollInterval(Duration.ofMillis(1)).until(() -> calls.waiting() > before);
    return call;
  }
}
