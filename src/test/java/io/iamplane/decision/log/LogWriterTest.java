package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Taken decisions are written once, in their order, after any failure. */
class LogWriterTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final OrganizationId tenant = OrganizationId.next();
  private final OrganizationId other = OrganizationId.next();
  private final RememberingSink sink = new RememberingSink();
  private final LogBuffer buffer = new LogBuffer(100_000_000);
  private final CountBuffer unlogged = new CountBuffer();
  private final LogWriter writer = writer(Duration.ofMillis(5));

  private LogWriter writer(Duration interval) {
    FlushBuilder builder = new FlushBuilder();
    return new LogWriter(
        buffer,
        unlogged,
        (decisions, counts) -> sink.write(builder.of(decisions, counts)),
        interval);
  }

  @AfterEach
  void end() {
    writer.end(LONG);
  }

  @Test
  void eachTenantHasABlockOfItsOwnAndEachReasonACount() {
    Asking asking = Decisions.asking(tenant);
    buffer.offer(Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, Map.of()));
    buffer.offer(Decisions.logged(other));
    buffer.offer(Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, Map.of()));
    buffer.offer(Decisions.logged(asking, ReasonCode.STEP_UP_REQUIRED, Map.of()));

    writer.step();

    DecisionSink.Flush flush = sink.written().getFirst();
    assertThat(flush.blocks())
        .extracting(Block::organization, Block::decisions, Block::denied, Block::stepUp)
        .containsExactlyInAnyOrder(tuple(tenant, 3, 0, 1), tuple(other, 1, 1, 0));
    assertThat(flush.counts())
        .extracting(DecisionCount::organization, DecisionCount::reason, DecisionCount::number)
        .containsExactlyInAnyOrder(
            tuple(tenant, ReasonCode.GRANTED_BY_GRANT, 2L),
            tuple(tenant, ReasonCode.STEP_UP_REQUIRED, 1L),
            tuple(other, ReasonCode.NO_MATCHING_GRANT, 1L));
    assertThat(buffer.held()).isZero();
  }

  /** Else an outage's denials at the gates would be counted as answers to applications. */
  @Test
  void theControlPlanesOwnDecisionsAreItsOwnWithoutAPolicyToo() {
    Asking gate = new Asking(tenant, Asking.Kind.GATE, Caller.command(tenant, "tester", "c-1"));
    DecisionRequest request =
        DecisionRequest.of(
            Party.of("user", "ann"),
            new Asked.Permission("users.read", ControlPlane.APPLICATION),
            null);
    buffer.offer(
        Decisions.record(
            new MadeDecision(
                UuidV7.next(),
                Decisions.NOW,
                gate,
                request,
                Decisions.decision(ReasonCode.DEPENDENCY_UNAVAILABLE))));

    writer.step();

    assertThat(sink.written().getFirst().counts())
        .extracting(DecisionCount::application, DecisionCount::key)
        .containsExactly(tuple("iam", "iam:users.read"));
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenAsItWasBeforeWhatCameLater() {
    List<String> told = new ArrayList<>();
    buffer.offer(Decisions.logged(tenant));
    buffer.afterThese(() -> told.add("written"));
    unlogged.add(
        DecisionCount.unlogged(
            Decisions.asking(tenant), Decisions.NOW, ReasonCode.DECISION_LOG_FULL));
    sink.failTimes(2);

    assertThatThrownBy(writer::step).hasMessage("away");
    long held = buffer.held();
    buffer.offer(Decisions.logged(tenant));
    unlogged.add(
        DecisionCount.unlogged(
            Decisions.asking(tenant), Decisions.NOW, ReasonCode.DECISION_LOG_FULL));
    assertThatThrownBy(writer::step).hasMessage("away");

    assertThat(held).as("room is taken until it is written").isPositive();
    assertThat(told).isEmpty();
    writer.step();
    assertThat(told).containsExactly("written");
    assertThat(sink.tried()).hasSize(3);
    assertThat(sink.tried().stream().map(flush -> flush.blocks().getFirst().id()).distinct())
        .as("the same block, which a sink knows again")
        .hasSize(1);
    assertThat(sink.decisions()).isEqualTo(1);
    assertThat(sink.counted(false)).isEqualTo(1);
    writer.step();
    assertThat(sink.decisions()).isEqualTo(2);
    assertThat(sink.counted(false)).isEqualTo(2);
    assertThat(buffer.held()).isZero();
  }

  @Test
  void whatCannotBeWrittenAsItIsHoldsNothingUp() {
    Object broken =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("broken");
          }
        };
    Asking asking = Decisions.asking(tenant);
    buffer.offer(Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, Map.of("a", broken)));
    buffer.offer(Decisions.logged(other));

    writer.step();

    assertThat(sink.decisions()).isEqualTo(2);
    assertThat(
            sink.written().getFirst().blocks().stream()
                .flatMap(block -> BlockLines.of(block.body()).stream())
                .map(line -> new String(line, StandardCharsets.UTF_8)))
        .anyMatch(line -> line.contains("\"inputs\":\"omitted\""));
  }

  @Test
  void nothingIsWrittenWhenThereIsNothing() {
    writer.step();
    assertThat(sink.tried()).isEmpty();
  }

  @Test
  void manyDecisionsAreManyBlocksOfABoundedSize() {
    for (int i = 0; i < FlushBuilder.PER_BLOCK + 1; i++) {
      buffer.offer(Decisions.logged(tenant));
    }
    writer.step();

    assertThat(sink.written().getFirst().blocks())
        .extracting(Block::decisions)
        .containsExactly(FlushBuilder.PER_BLOCK, 1);
  }

  @Test
  void theThreadWritesWhatComesAndGoesOnAfterFailures() {
    sink.failTimes(2);
    for (int i = 1; i <= 50; i++) {
      int all = i;
      buffer.offer(Decisions.logged(tenant));
      writer.notice();
      if (i % 10 == 0) {
        await().atMost(LONG).until(() -> sink.decisions() == all);
      }
    }
    assertThat(sink.counted(true)).isEqualTo(50);
  }

  @Test
  void whoWaitsIsNotKeptForTheInterval() {
    LogWriter slow = writer(Duration.ofHours(1));
    AtomicInteger told = new AtomicInteger();
    for (int i = 1; i <= 20; i++) {
      int all = i;
      buffer.offer(Decisions.logged(tenant));
      slow.notice();
      buffer.afterThese(told::incrementAndGet);
      slow.hurry();
      await().atMost(LONG).until(() -> told.get() == all);
    }
    assertThat(slow.end(LONG)).isTrue();
    assertThat(sink.decisions()).isEqualTo(20);
  }

  @Test
  void theEndWritesWhatIsLeft() {
    LogWriter slow = writer(Duration.ofHours(1));
    for (int i = 0; i < 3 * LogWriter.AT_ONCE / 2; i++) {
      buffer.offer(Decisions.logged(i % 2 == 0 ? tenant : other));
      slow.notice();
    }
    assertThat(slow.end(LONG)).isTrue();
    assertThat(sink.decisions()).isEqualTo(3 * LogWriter.AT_ONCE / 2);
  }

  /** A database that is too slow for a whole flush gets on, and is not away. */
  @Test
  void onlyFailuresWithoutProgressCountAsAway() {
    assertThat(awayAfter(new PartlyWrittenException(new IllegalStateException("slow"))))
        .containsOnly(false);
    assertThat(awayAfter(new IllegalStateException("away")))
        .containsExactly(false, false, false, true);
  }

  /** The sink's state, away or not, at each of four attempts, the first three of which fail. */
  private List<Boolean> awayAfter(RuntimeException failure) {
    List<Boolean> away = new CopyOnWriteArrayList<>();
    AtomicReference<LogWriter> itself = new AtomicReference<>();
    LogWriter failing =
        new LogWriter(
            buffer,
            unlogged,
            (_, _) -> {
              away.add(itself.get().isAway());
              if (away.size() < 4) {
                throw failure;
              }
            },
            Duration.ofMillis(5));
    itself.set(failing);
    buffer.offer(Decisions.logged(tenant));
    failing.notice();
    await().atMost(LONG).until(() -> away.size() == 4 && !failing.isFailing());
    assertThat(failing.end(LONG)).isTrue();
    return away;
  }

  @Test
  void theEndDoesNotWaitForeverForASinkThatIsAway() {
    sink.failTimes(Integer.MAX_VALUE);
    buffer.offer(Decisions.logged(tenant));
    writer.notice();

    assertThat(writer.end(Duration.ofMillis(50))).isFalse();
    sink.failTimes(0);
  }
}
