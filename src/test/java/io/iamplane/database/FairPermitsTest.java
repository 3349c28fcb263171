package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.FairPermits.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairPermitsTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final WaitingRoom room = new WaitingRoom(3, 4);
  private final FairPermits<String> permits = new FairPermits<>(2, LONG, room);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void aKeyHasItsPermitsWhateverTheOthersHold() {
    assertThat(permits.take("a", "x", "a")).isEqualTo(Answer.GRANTED);
    assertThat(permits.take("a", "x", "a")).isEqualTo(Answer.GRANTED);
    assertThat(permits.take("b", "x", "b")).isEqualTo(Answer.GRANTED);
    assertThat(permits.held("a")).isEqualTo(2);
    assertThat(permits.held("b")).isEqualTo(1);
  }

  @Test
  void aPermitThatComesFreeGoesToWhoWaits() throws Exception {
    hold("a");
    Future<Answer> waiting = ask("a", "x");
    assertThat(waiting).isNotDone();
    permits.giveBack("a");
    assertThat(waiting.get()).isEqualTo(Answer.GRANTED);
    assertThat(permits.held("a")).isEqualTo(2);
    assertThat(room.size()).isZero();
  }

  @Test
  void noMoreWaitThanMay() throws Exception {
    hold("a");
    hold("b");
    List<Future<Answer>> ofA = List.of(ask("a", "x"), ask("a", "x"), ask("a", "x"));
    assertThat(permits.take("a", "x", "a")).as("its own share of the room").isEqualTo(Answer.FULL);
    Future<Answer> ofB = ask("b", "x");
    assertThat(permits.take("b", "x", "b")).as("the room").isEqualTo(Answer.FULL);
    assertThat(permits.take("c", "x", "c")).as("need not wait").isEqualTo(Answer.GRANTED);
    for (int i = 0; i < 3; i++) {
      permits.giveBack("a");
    }
    permits.giveBack("b");
    for (Future<Answer> each : ofA) {
      assertThat(each.get()).isEqualTo(Answer.GRANTED);
    }
    assertThat(ofB.get()).isEqualTo(Answer.GRANTED);
  }

  @Test
  void whoWaitsTooLongLeavesNothingBehind() {
    FairPermits<String> impatient = new FairPermits<>(1, SHORT, room);
    assertThat(impatient.take("a", "x", "a")).isEqualTo(Answer.GRANTED);
    assertThat(impatient.take("a", "x", "a")).isEqualTo(Answer.LATE);
    assertThat(room.size()).isZero();
    impatient.giveBack("a");
    assertThat(impatient.take("a", "x", "a")).isEqualTo(Answer.GRANTED);
  }

  @Test
  void callersTakeTurns() throws Exception {
    WaitingRoom large = new WaitingRoom(9, 9);
    FairPermits<String> one = new FairPermits<>(1, LONG, large);
    assertThat(one.take("a", "holder", "a")).isEqualTo(Answer.GRANTED);
    List<String> order = new CopyOnWriteArrayList<>();
    for (String who : List.of("many 1", "many 2", "many 3", "single 1")) {
      int before = large.size();
      var unused =
          threads.submit(() -> {
            Answer answer = one.take("a", who.substring(0, who.indexOf(' ')), "a");
            order.add(who);
            one.giveBack("a");
            return answer;
          });
      await().until(() -> large.size() == before + 1);
    }
    one.giveBack("a");
    await().until(() -> order.size() == 4);
    assertThat(order).containsExactly("many 1", "single 1", "many 2", "many 3");
  }

  @Test
  void aPermitThatIsNotHeldIsNotGivenBack() {
    assertThatThrownBy(() -> permits.giveBack("a")).isInstanceOf(IllegalStateException.class);
  }

  private void hold(String key) {
    assertThat(permits.take(key, "x", key)).isEqualTo(Answer.GRANTED);
    assertThat(permits.take(key, "x", key)).isEqualTo(Answer.GRANTED);
  }

  private Future<Answer> ask(String key, String caller) {
    int before = room.size();
    Future<Answer> asked = threads.submit(() -> permits.take(key, caller, key));
    await().until(() -> room.size() == before + 1);
    return asked;
  }
}
