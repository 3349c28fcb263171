package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.PendingWrite.Way;
import io.iamplane.change.WriterLines.Leadership;
import io.iamplane.change.WriterLines.Waiter;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriterLinesTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final SubjectRef CALLER = new SubjectRef("user", "a");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final WaitingRoom room = new WaitingRoom(100, 100);
  private final WriterLines lines = new WriterLines(2, LONG, room, System::nanoTime);
  private final OrganizationId tenant = OrganizationId.next();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void oneGathersAtATime() throws Exception {
    Leadership first = lead();
    Future<Turn> second = waiting(Way.FIRST);
    assertThat(second.isDone()).isFalse();
    lines.pass(first);
    Leadership gathering = leadership(second);
    Future<Turn> third = waiting(Way.FIRST);
    lines.pass(gathering);
    assertThat(third.isDone()).as("two lead already").isFalse();
    lines.giveBack(first);
    lines.giveBack(gathering);
    lines.giveBack(leadership(third));
    assertThat(leadership(lines.take(tenant, CALLER, Way.FIRST))).isNotNull();
  }

  @Test
  void tenantsDoNotWaitForOneAnother() {
    lead();
    assertThat(lines.take(OrganizationId.next(), CALLER, Way.FIRST)).isInstanceOf(Turn.Lead.class);
  }

  @Test
  void whoGivesBackWithoutPassingLetsTheNextLead() throws Exception {
    Leadership first = lead();
    Future<Turn> second = waiting(Way.FIRST);
    lines.giveBack(first);
    lines.giveBack(leadership(second));
    assertThatThrownBy(() -> lines.giveBack(first)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void whoIsToRepeatLeadsFirstAndJoinsNoGroup() throws Exception {
    Leadership first = lead();
    Future<Turn> other = waiting(Way.FIRST);
    Future<Turn> repeating = waiting(Way.ALONE);
    assertThat(lines.next(first, SHORT)).as("no one joins while one is to repeat").isNull();
    lines.giveBack(first);
    lines.giveBack(leadership(repeating));
    lines.giveBack(leadership(other));
  }

  @Test
  void aGroupWaitsForWritersOnlyWhileTheOneBeforeIsWritten() throws Exception {
    Leadership first = lead();
    assertThat(lines.next(first, LONG)).as("none is before it").isNull();
    lines.pass(first);
    Leadership second = lead();
    AtomicReference<@Nullable Waiter> joined = new AtomicReference<>();
    Future<?> joining = parked(() -> joined.set(lines.next(second, LONG)));
    assertThat(joining.isDone()).as("it waits").isFalse();
    Future<Turn> third = waiting(Way.FIRST);
    joining.get(20, TimeUnit.SECONDS);
    Waiter waiter = joined.get();
    assertThat(waiter).isNotNull();
    waiter.refuse();
    assertThat(third.get(20, TimeUnit.SECONDS)).isInstanceOf(Turn.Late.class);
    Future<?> none = parked(() -> joined.set(lines.next(second, LONG)));
    assertThat(none.isDone()).as("it waits").isFalse();
    lines.written(first);
    none.get(20, TimeUnit.SECONDS);
    assertThat(joined.get()).isNull();
    assertThat(lines.next(second, LONG)).as("it commits, which no one waits for").isNull();
  }

  @Test
  void aGroupWaitsNoLongerThanItMay() {
    lines.pass(lead());
    Leadership second = lead();
    assertThat(lines.next(second, SHORT)).isNull();
    assertThat(lines.follow(second, SHORT)).as("the one before is still written").isFalse();
  }

  @Test
  void noGroupOvertakesTheOneBefore() throws Exception {
    Leadership first = lead();
    assertThat(lines.follow(first, LONG)).isTrue();
    lines.pass(first);
    assertThat(lines.follow(first, LONG)).isTrue();
    Leadership second = lead();
    lines.pass(second);
    Future<?> following = parked(() -> lines.follow(second, LONG));
    assertThat(following.isDone()).as("it waits").isFalse();
    // One that fails gives back without a word.
    lines.giveBack(first);
    following.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoIsAtTheLockKeepsNoOneFromLeading() throws Exception {
    Leadership first = lead();
    Future<Turn> other = waiting(Way.FIRST);
    lines.lock(first);
    Leadership second = leadership(other);
    lines.pass(second);
    assertThat(lines.next(first, LONG)).as("has the lock, which the second waits for").isNull();
    Future<Turn> third = waiting(Way.FIRST);
    Waiter waiter = lines.next(first, LONG);
    assertThat(waiter).as("joins the first").isNotNull();
    waiter.refuse();
    third.get(20, TimeUnit.SECONDS);
    lines.pass(first);
    lines.written(first);
    lines.giveBack(first);
    lines.giveBack(second);
  }

  @Test
  void whoSeesAnotherAtTheLockKnowsThatItMayBeOvertaken() throws Exception {
    Leadership first = lead();
    lines.pass(first);
    Leadership second = lead();
    assertThat(lines.isOvertaken(second)).isFalse();
    lines.lock(second);
    assertThat(lines.isOvertaken(first)).as("since it began").isTrue();
    lines.written(first);
    lines.giveBack(first);
    Leadership third = lead();
    assertThat(lines.isOvertaken(third)).as("when it began").isTrue();
    lines.giveBack(third);
    lines.pass(second);
    Leadership fourth = lead();
    assertThat(lines.isOvertaken(fourth)).as("the lock is had").isFalse();
    lines.written(second);
    lines.giveBack(second);
    lines.lock(fourth);
    lines.giveBack(fourth);
    assertThat(lines.isOvertaken(lead())).as("it is over").isFalse();
  }

  @Test
  void anInterruptIsKept() throws Exception {
    Leadership first = lead();
    lines.pass(first);
    Leadership second = lead();
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<Boolean> following =
        threads.submit(() -> {
          thread.set(Thread.currentThread());
          lines.follow(second, LONG);
          return Thread.interrupted();
        });
    await().until(() -> thread.get() != null);
    thread.get().interrupt();
    lines.written(first);
    assertThat(following.get(20, TimeUnit.SECONDS)).isTrue();
  }

  private Leadership lead() {
    return leadership(lines.take(tenant, CALLER, Way.FIRST));
  }

  private static Leadership leadership(Future<Turn> turn) throws Exception {
    return leadership(turn.get(20, TimeUnit.SECONDS));
  }

  private static Leadership leadership(Turn turn) {
    assertThat(turn).isInstanceOf(Turn.Lead.class);
    return ((Turn.Lead) turn).leadership();
  }

  /** Work on a thread of its own, once it waits or is done. */
  private Future<?> parked(Runnable work) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<?> future =
        threads.submit(() -> {
          thread.set(Thread.currentThread());
          work.run();
        });
    await()
        .until(() ->
            future.isDone()
                || (thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING));
    return future;
  }

  /** A writer on a thread of its own, once it waits. */
  private Future<Turn> waiting(Way way) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<Turn> turn =
        threads.submit(() -> {
          thread.set(Thread.currentThread());
          return lines.take(tenant, CALLER, way);
        });
    await()
        .until(() ->
            turn.isDone()
                || (thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING));
    return turn;
  }
}
