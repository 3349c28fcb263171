package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.chain.ChainHead;
import io.iamplane.change.WriteQueue.Kind;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteQueueTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final SubjectRef CALLER = new SubjectRef("user", "a");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final WaitingRoom room = new WaitingRoom(100, 100);
  private final WriteQueue queue = new WriteQueue(2, LONG, room);
  private final WriteQueue single = new WriteQueue(1, LONG, room);
  private final OrganizationId tenant = OrganizationId.next();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void tenantsDoNotWaitForOneAnother() {
    queue.take(tenant, CALLER, Kind.ALONE);
    OrganizationId other = OrganizationId.next();
    queue.take(other, CALLER, Kind.TOGETHER);
    queue.giveBack(other);
    queue.ended(tenant);
    assertThatThrownBy(() -> queue.ended(tenant)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void twoTransactionsAtATime() throws Exception {
    queue.take(tenant, CALLER, Kind.ALONE);
    queue.take(tenant, CALLER, Kind.ALONE);
    List<String> order = new CopyOnWriteArrayList<>();
    Future<?> next = waiting(queue, "a", Kind.TOGETHER, order);
    queue.ended(tenant);
    assertThat(next.isDone()).as("no batch meanwhile").isFalse();
    queue.ended(tenant);
    next.get(20, TimeUnit.SECONDS);
  }

  @Test
  void callersTakeTurnsAndRepeatedChangesGoFirst() throws Exception {
    single.take(tenant, CALLER, Kind.ALONE);
    List<String> order = new CopyOnWriteArrayList<>();
    List<Future<?>> all = new ArrayList<>();
    all.add(waiting(single, "a", Kind.ALONE, order));
    all.add(waiting(single, "a", Kind.ALONE, order));
    all.add(waiting(single, "b", Kind.TOGETHER, order));
    all.add(waiting(single, "c", Kind.AGAIN, order));
    single.ended(tenant);
    for (Future<?> each : all) {
      each.get(20, TimeUnit.SECONDS);
    }
    assertThat(order).containsExactly("c", "a", "b", "a");
    assertThat(room.size()).isZero();
  }

  @Test
  void oneThatWaitsTooLongAndOneThatFindsNoPlaceAreRefused() {
    WriteQueue impatient = new WriteQueue(2, SHORT, new WaitingRoom(1, 1));
    impatient.take(tenant, CALLER, Kind.TOGETHER);
    assertThatThrownBy(() -> impatient.take(tenant, CALLER, Kind.ALONE))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
              assertThat(e.members()).containsEntry("outcome", "not_applied");
            });
    WriteQueue full = new WriteQueue(2, LONG, new WaitingRoom(0, 0));
    full.take(tenant, CALLER, Kind.TOGETHER);
    assertThatThrownBy(() -> full.take(tenant, CALLER, Kind.TOGETHER))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
              assertThat(e.members()).containsEntry("outcome", "not_applied");
            });
    full.giveBack(tenant);
    full.take(tenant, CALLER, Kind.TOGETHER);
  }

  @Test
  void anInterruptedWriterLeavesTheQueue() throws Exception {
    single.take(tenant, CALLER, Kind.ALONE);
    List<String> order = new CopyOnWriteArrayList<>();
    Future<?> leaving = waiting(single, "a", Kind.ALONE, order);
    Future<?> staying = waiting(single, "b", Kind.ALONE, order);
    leaving.cancel(true);
    await().until(() -> room.size() == 1);
    single.ended(tenant);
    staying.get(20, TimeUnit.SECONDS);
    assertThat(order).containsExactly("b");
  }

  @Test
  void aTransactionOfItsOwnWaitsForTheBatchesAndTheyForIt() throws Exception {
    Batch batch = opened();
    List<String> order = new CopyOnWriteArrayList<>();
    Future<?> alone = waiting(queue, "a", Kind.ALONE, order);
    Future<?> after = waiting(queue, "b", Kind.TOGETHER, order);
    queue.close(batch, LONG);
    queue.sealed(batch);
    queue.written(batch);
    assertThat(order).isEmpty();
    queue.end(batch);
    alone.get(20, TimeUnit.SECONDS);
    after.get(20, TimeUnit.SECONDS);
    assertThat(order).containsExactly("a", "b");
  }

  @Test
  void noBatchOvertakesTheOneBeforeAndNoMoreThanTwoAreUnderWay() throws Exception {
    Batch first = opened();
    queue.close(first, LONG);
    queue.sealed(first);
    Batch second = opened();
    assertThatThrownBy(() -> queue.close(second, SHORT)).isInstanceOf(IllegalStateException.class);
    queue.end(second);

    Batch third = opened();
    Future<?> closing = threads.submit(() -> queue.close(third, LONG));
    queue.written(first);
    closing.get(20, TimeUnit.SECONDS);
    queue.sealed(third);
    queue.written(third);
    Batch fourth = opened();
    closing = threads.submit(() -> queue.close(fourth, LONG));
    assertThat(closing.isDone()).isFalse();
    queue.end(first);
    closing.get(20, TimeUnit.SECONDS);
    queue.end(fourth);
    queue.end(third);
    queue.take(tenant, CALLER, Kind.ALONE);
  }

  @Test
  void aFullBatchTakesNoMoreAlong() throws Exception {
    Batch batch = new Batch(changes(), 0, 0);
    queue.take(tenant, CALLER, Kind.TOGETHER);
    queue.open(batch);
    queue.giveBack(tenant);
    List<String> order = new CopyOnWriteArrayList<>();
    Future<?> next = waiting(queue, "a", Kind.TOGETHER, order);
    queue.close(batch, LONG);
    assertThat(queue.joinable(tenant)).isNull();
    queue.sealed(batch);
    next.get(20, TimeUnit.SECONDS);
    queue.end(batch);
  }

  @Test
  void aBatchThatDoesNotEndIsUnknown() {
    Batch batch = new Batch(changes(), 1, 0);
    assertThatThrownBy(() -> batch.isCommitted(SHORT))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.members()).containsEntry("outcome", "unknown"));
    batch.again();
    assertThat(batch.isCommitted(SHORT)).isFalse();
  }

  private Batch opened() {
    Batch batch = new Batch(changes(), 8, 0);
    queue.take(tenant, CALLER, Kind.TOGETHER);
    queue.open(batch);
    queue.giveBack(tenant);
    return batch;
  }

  private TenantChanges changes() {
    return new TenantChanges(tenant, 1, ChainHead.genesis(tenant));
  }

  /** A writer that notes its turn and ends it, once it waits. */
  private Future<?> waiting(WriteQueue on, String caller, Kind kind, List<String> order) {
    int before = on.waiting(tenant);
    Future<?> writer =
        threads.submit(() -> {
          on.take(tenant, new SubjectRef("user", caller), kind);
          order.add(caller);
          if (kind == Kind.TOGETHER) {
            on.giveBack(tenant);
          } else {
            on.ended(tenant);
          }
        });
    await().until(() -> on.waiting(tenant) > before);
    return writer;
  }
}
