package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.CombinedWrites.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CombinedWritesTest {

  private static final String INSERT = "INSERT INTO t SELECT * FROM unnest(?)";
  private static final int SECONDS = 20;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong time = new AtomicLong();
  private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore mayWrite = new Semaphore(0);
  private Function<Integer, Outcome> fate = _ -> Outcome.COMMITTED;
  private final AtomicInteger written = new AtomicInteger();
  private final CombinedWrites combined = new CombinedWrites(this::write, time::get);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private Outcome write(List<Write> writes, Runnable whenWritten) {
    int rows = writes.stream().mapToInt(Write::rows).sum();
    sizes.add(rows);
    mayWrite.acquireUninterruptibly();
    Outcome outcome = fate.apply(rows);
    if (outcome != Outcome.NOTHING) {
      whenWritten.run();
    }
    return outcome;
  }

  @Test
  void whoComesAloneIsWrittenAlone() {
    mayWrite.release();
    assertThat(combined.write(parcel(1), written::incrementAndGet)).isEqualTo(Outcome.COMMITTED);
    assertThat(sizes).containsExactly(1);
    assertThat(written).hasValue(1);
  }

  @Test
  void thoseThatComeMeanwhileAreWrittenTogether() throws Exception {
    List<Future<Outcome>> all = begin(busy(), 5);
    mayWrite.release(3);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED).hasSize(7);
    assertThat(sizes).containsExactly(1, 1, 5);
    assertThat(written).hasValue(7);
  }

  @Test
  void eachHearsWhatBecameOfIt() throws Exception {
    for (Outcome outcome : List.of(Outcome.NOTHING, Outcome.UNKNOWN)) {
      fate = rows -> rows == 1 ? Outcome.COMMITTED : outcome;
      List<Future<Outcome>> all = begin(busy(), 3);
      mayWrite.release(3);
      List<Outcome> outcomes = outcomes(all);
      assertThat(outcomes.subList(0, 2)).containsOnly(Outcome.COMMITTED);
      assertThat(outcomes.subList(2, 5)).containsOnly(outcome);
    }
  }

  @Test
  void whatFailsUnforeseenIsUnknownToAll() throws Exception {
    fate =
        rows -> {
          if (rows == 1) {
            return Outcome.COMMITTED;
          }
          throw new IllegalStateException("a defect");
        };
    List<Future<Outcome>> all = begin(busy(), 3);
    mayWrite.release(3);
    assertThat(outcomes(all).subList(2, 5)).containsOnly(Outcome.UNKNOWN);
    mayWrite.release();
    assertThat(combined.write(parcel(1), () -> {})).as("others go on").isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void whoHasWaitedLongEnoughWritesForItself() throws Exception {
    List<Future<Outcome>> all = busy();
    Future<Outcome> late = threads.submit(() -> combined.write(parcel(1), () -> {}));
    awaitWaiting(1);
    time.addAndGet(CombinedWrites.PATIENCE.toNanos());
    assertThat(late.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.NOTHING);
    assertThat(combined.waiting()).isZero();
    mayWrite.release(2);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED);
    assertThat(sizes).as("it was in none").containsExactly(1, 1);
  }

  @Test
  void aSecondOneBeginsWhenTheFirstTakesLong() throws Exception {
    List<Future<Outcome>> all = new ArrayList<>();
    all.add(threads.submit(() -> combined.write(parcel(1), () -> {})));
    await().until(() -> sizes.size() == 1);
    all = begin(all, 3);
    time.addAndGet(CombinedWrites.USUAL.toNanos());
    await().until(() -> sizes.size() == 2);
    assertThat(sizes).containsExactly(1, 3);
    time.addAndGet(CombinedWrites.USUAL.toNanos());
    all = begin(all, 2);
    assertThat(sizes).as("a third one waits").hasSize(2);
    mayWrite.release(3);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED);
    assertThat(sizes).containsExactly(1, 3, 2);
  }

  /** It is the one that takes long that counts, and not the last one that was begun. */
  @Test
  void oneThatTakesLongKeepsNoOtherWhenTheSecondHasEnded() throws Exception {
    Semaphore held = new Semaphore(0);
    CombinedWrites kept =
        new CombinedWrites(
            (writes, whenWritten) -> {
              sizes.add(writes.getFirst().rows());
              (sizes.size() == 1 ? held : mayWrite).acquireUninterruptibly();
              return Outcome.COMMITTED;
            },
            time::get);
    Future<Outcome> slow = threads.submit(() -> kept.write(parcel(1), () -> {}));
    await().until(() -> sizes.size() == 1);
    time.addAndGet(CombinedWrites.USUAL.toNanos());
    Future<Outcome> second = threads.submit(() -> kept.write(parcel(2), () -> {}));
    await().until(() -> sizes.size() == 2);
    Future<Outcome> third = threads.submit(() -> kept.write(parcel(3), () -> {}));
    await().until(() -> kept.waiting() == 1);
    mayWrite.release(2);
    for (Future<Outcome> each : List.of(second, third)) {
      assertThat(each.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(slow.isDone()).isFalse();
    held.release();
    assertThat(slow.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void whoComesWhileTooManyWaitWritesForItself() throws Exception {
    List<Future<Outcome>> all = begin(busy(), CombinedWrites.MOST_WAITING);
    assertThat(combined.write(parcel(1), () -> {})).isEqualTo(Outcome.NOTHING);
    mayWrite.release(all.size());
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED);
  }

  /** Meanwhile the database has nothing to do but to wait for its disk. */
  @Test
  void theNextOneBeginsBeforeTheCommitOfTheFirst() throws Exception {
    Semaphore mayCommit = new Semaphore(0);
    CombinedWrites committed =
        new CombinedWrites(
            (writes, whenWritten) -> {
              Outcome outcome = write(writes, whenWritten);
              mayCommit.acquireUninterruptibly();
              return outcome;
            },
            time::get);
    List<Future<Outcome>> all = new ArrayList<>();
    for (int i = 1; i <= CombinedWrites.AT_A_TIME; i++) {
      all.add(threads.submit(() -> committed.write(parcel(1), written::incrementAndGet)));
      mayWrite.release();
      int count = i;
      await().until(() -> written.get() == count);
    }
    all.add(threads.submit(() -> committed.write(parcel(1), written::incrementAndGet)));
    await().until(() -> committed.waiting() == 1);
    assertThat(sizes).as("not more than there are connections").hasSize(CombinedWrites.AT_A_TIME);
    mayWrite.release();
    mayCommit.release(3);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED).hasSize(3);
    assertThat(sizes).containsExactly(1, 1, 1);
  }

  @Test
  void whoWaitsWhileOthersAreWrittenIsPatient() throws Exception {
    List<Future<Outcome>> all = busy();
    for (int i = 1; i <= 4; i++) {
      all = begin(all, 1, CombinedWrites.MOST_ROWS_EACH, i);
    }
    Future<Outcome> last = threads.submit(() -> combined.write(parcel(1), () -> {}));
    awaitWaiting(5);
    long most = CombinedWrites.PATIENCE.toNanos() - 1;
    time.addAndGet(most);
    mayWrite.release();
    await().until(() -> sizes.size() == 3);
    time.addAndGet(most);
    mayWrite.release(3);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED);
    assertThat(last.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(Outcome.COMMITTED);
    assertThat(sizes).containsExactly(1, 1, CombinedWrites.MOST_ROWS, 1);
  }

  @Test
  void patienceEndsHoweverManyAreWritten() throws Exception {
    List<Future<Outcome>> all = busy();
    int before = 4 * 4;
    for (int i = 1; i <= before; i++) {
      all = begin(all, 1, CombinedWrites.MOST_ROWS_EACH, i);
    }
    for (int i = 1; i <= 3; i++) {
      time.addAndGet(CombinedWrites.PATIENCE.toNanos() - 1);
      int begun = CombinedWrites.AT_A_TIME + i;
      mayWrite.release();
      await().until(() -> sizes.size() == begun);
    }
    awaitWaiting(4);
    time.addAndGet(CombinedWrites.MOST_PATIENCE.dividedBy(3).toNanos() / 2);
    awaitWaiting(0);
    mayWrite.release(2);
    assertThat(outcomes(all).stream().filter(Outcome.NOTHING::equals)).hasSize(4);
    assertThat(sizes).hasSize(5);
  }

  @Test
  void whatIsLargeIsLeftToItsOwner() {
    assertThat(combined.write(parcel(CombinedWrites.MOST_ROWS_EACH + 1), () -> {}))
        .isEqualTo(Outcome.NOTHING);
    assertThat(sizes).isEmpty();
  }

  @Test
  void whatIsLongIsLeftToItsOwner() {
    Object texts = new String[] {"x".repeat(CombinedWrites.MOST_SIZE_EACH), null, "y"};
    assertThat(combined.write(parcel(new Write(3, INSERT, texts)), () -> {}))
        .isEqualTo(Outcome.NOTHING);
    assertThat(sizes).isEmpty();
  }

  @Test
  void noMoreIsWrittenAtOnceThanMay() throws Exception {
    List<Future<Outcome>> all = busy();
    for (int i = 0; i < 6; i++) {
      all.addAll(begin(List.of(), 1, CombinedWrites.MOST_ROWS_EACH, i + 1));
    }
    mayWrite.release(4);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED).hasSize(8);
    assertThat(sizes)
        .containsExactlyInAnyOrder(
            1, 1, CombinedWrites.MOST_ROWS, 2 * CombinedWrites.MOST_ROWS_EACH);
  }

  @Test
  void anInterruptChangesNothing() throws Exception {
    List<Future<Outcome>> all = busy();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger interrupts = new AtomicInteger();
    List<Outcome> heard = Collections.synchronizedList(new ArrayList<>());
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              begun.countDown();
              heard.add(combined.write(parcel(1), () -> {}));
              interrupts.set(Thread.currentThread().isInterrupted() ? 1 : 0);
            });
    begun.await();
    awaitWaiting(1);
    waiting.interrupt();
    mayWrite.release(3);
    assertThat(waiting.join(Duration.ofSeconds(SECONDS))).isTrue();
    assertThat(heard).containsExactly(Outcome.COMMITTED);
    assertThat(interrupts).as("it is on the thread").hasValue(1);
    assertThat(outcomes(all)).containsOnly(Outcome.COMMITTED);
  }

  /** Begins writes that last, so that others wait. */
  private List<Future<Outcome>> busy() {
    List<Future<Outcome>> busy = new ArrayList<>();
    sizes.clear();
    for (int i = 1; i <= CombinedWrites.AT_A_TIME; i++) {
      // One that takes long does not keep the next.
      time.addAndGet(CombinedWrites.USUAL.toNanos());
      busy.add(threads.submit(() -> combined.write(parcel(1), written::incrementAndGet)));
      int begun = i;
      await().until(() -> sizes.size() == begun);
    }
    return busy;
  }

  private List<Future<Outcome>> begin(List<Future<Outcome>> before, int count) {
    return begin(before, count, 1, count);
  }

  private List<Future<Outcome>> begin(
      List<Future<Outcome>> before, int count, int rows, int waiting) {
    List<Future<Outcome>> all = new ArrayList<>(before);
    for (int i = 0; i < count; i++) {
      all.add(threads.submit(() -> combined.write(parcel(rows), written::incrementAndGet)));
    }
    awaitWaiting(waiting);
    return all;
  }

  private void awaitWaiting(int count) {
    await().until(() -> combined.waiting() == count);
  }

  private static List<Outcome> outcomes(List<Future<Outcome>> all) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    for (Future<Outcome> each : all) {
      outcomes.add(each.get(SECONDS, TimeUnit.SECONDS));
    }
    return outcomes;
  }

  private static RoundTrip parcel(int rows) {
    long[] values = IntStream.range(0, rows).asLongStream().toArray();
    return parcel(new Write(rows, INSERT, (Object) values));
  }

  private static RoundTrip parcel(Write write) {
    return RoundTrip.of(null, List.of(write));
  }
}
