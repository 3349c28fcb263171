package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.DecisionLog;
import io.iamplane.decision.log.DecisionLogs;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.log.MadeDecision;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.trace.NullTracer;
import io.iamplane.shared.wire.MustWaitException;
import io.iamplane.testing.EventLoop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** With durable records, no answer leaves before its record is written, and none waits forever. */
@QuarkusTest
class RecordedAnswersDbTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Inject PolicySnapshots snapshots;

  private final DecisionLogs.Sink sink = new DecisionLogs.Sink();
  private final OrganizationId tenant = OrganizationId.next();
  private final Asking asking =
      new Asking(tenant, Asking.Kind.CHECK, Caller.command(tenant, "tester", "c"));

  /** At once, also where waiting is no harm: no time makes room for it. */
  @Test
  void aRequestOfMoreThanItMayTakeIsRefusedAndHoldsNothing() {
    DecisionLog log = DecisionLogs.of(snapshots, sink, false);
    DecisionRequest large =
        DecisionRequest.of(
            Party.of("user", "\u6f22".repeat(1_000)), new Asked.Permission("app:read", null), null);

    assertThatThrownBy(() -> log.reserve(asking, Collections.nCopies(2_000, large)))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("fewer requests at a time");

    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);
    assertThat(given(log, answers, LONG)).isEqualTo(answers);
  }

  /** The network lost a connection without a sign, and is back: the write waits for the driver. */
  @Test
  void whileAWriteGetsNoAnswerADecisionWithoutRoomIsDeniedAndNotRefused() {
    // Before the database was seen to be back.
    AtomicLong nanos = new AtomicLong(snapshots.returned() - 1);
    DecisionLog log = DecisionLogs.of(snapshots, sink, false, nanos::get);
    CompletableFuture<Void> writing = new CompletableFuture<>();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    sink.beforeAnswers(() -> {
      writing.complete(null);
      answer.join();
    });
    try {
      while (decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed()) {
        // Until its share is full.
      }
      writing.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
      assertThatThrownBy(() -> log.reserve(asking, List.of(request())))
          .as("the database may just be slow")
          .isInstanceOf(IamException.class)
          .hasMessageContaining("Try again later");

      nanos.addAndGet(Duration.ofSeconds(5).toNanos());

      try (LogRoom _ = log.reserve(asking, List.of(request()))) {
        assertThat(decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).reason())
            .isEqualTo(ReasonCode.DECISION_LOG_FULL);
      }
    } finally {
      answer.complete(null);
    }
  }

  /** To write the text of the largest batch takes up to 0.3 s. */
  @Test
  void anEventLoopDoesNotDecideALargeBatch() throws Exception {
    DecisionLog log = DecisionLogs.of(snapshots, sink, false);
    List<DecisionRequest> few = Collections.nCopies(100, request());
    List<DecisionRequest> many = Collections.nCopies(1_000, request());
    try (EventLoop loop = new EventLoop()) {
      loop.call(() -> {
        log.reserve(asking, few).close();
        assertThatThrownBy(() -> log.reserve(asking, many)).isInstanceOf(MustWaitException.class);
        return true;
      });
    }
    log.reserve(asking, many).close();
  }

  @Test
  void withoutDurabilityAnswersWaitForNothing() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, false);
    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);

    assertThat(given(log, answers, LONG)).isEqualTo(answers);
    sink.away(false);
    await().atMost(LONG).until(() -> records().size() == 1);
  }

  @Test
  void anAnswerIsGivenOnceItsRecordIsWritten() {
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    for (int i = 1; i <= 20; i++) {
      List<DecisionAnswer> answers =
          decided(log, ReasonCode.GRANTED_BY_GRANT, ReasonCode.NO_MATCHING_GRANT);

      assertThat(given(log, answers, LONG)).isEqualTo(answers);
      assertThat(records()).as("written by then").hasSize(2 * i);
    }
  }

  @Test
  void anAnswerWhoseRecordIsNotWrittenInTimeIsADenialAndRecordedAsOne() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);

    List<DecisionAnswer> given = given(log, answers, SHORT);

    assertThat(given).extracting(DecisionAnswer::id).isEqualTo(ids(answers));
    assertThat(given)
        .extracting(answer -> answer.decision().reason())
        .containsExactly(ReasonCode.DEPENDENCY_UNAVAILABLE);
    sink.away(false);
    await().atMost(LONG).until(() -> records().size() == 1);
    assertThat(records().getFirst()).contains("dependency_unavailable").doesNotContain("granted");
  }

  /** Plays a COMMIT that takes longer than the answer may. */
  @Test
  void anAnswerThatIsWithdrawnWhileItsRecordIsWrittenIsADenialAndRecordedAsOne() {
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    sink.beforeAnswers(asking::withdraw);
    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);

    List<DecisionAnswer> given = given(log, answers, LONG);

    assertThat(given)
        .extracting(answer -> answer.decision().reason())
        .containsExactly(ReasonCode.DEPENDENCY_UNAVAILABLE);
    await().atMost(LONG).until(() -> records().size() == 2);
    assertThat(records().getFirst()).contains("granted_by_grant");
    assertThat(records().getLast())
        .contains("dependency_unavailable")
        .doesNotContain("granted", answers.getFirst().id().toString());
  }

  @Test
  void anAnswerThatIsGivenIsNotWithdrawn() {
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);
    assertThat(given(log, answers, LONG)).isEqualTo(answers);

    assertThat(asking.withdraw()).isFalse();
    assertThat(asking.isWithdrawn()).isFalse();
    assertThat(records()).hasSize(1);
  }

  @Test
  void denialsOfAnOutageWaitForNothing() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    List<DecisionAnswer> answers =
        decided(log, ReasonCode.DEPENDENCY_UNAVAILABLE, ReasonCode.DEPENDENCY_UNAVAILABLE);

    assertThat(given(log, answers, LONG)).isEqualTo(answers);
    sink.away(false);
    await().atMost(LONG).until(() -> records().size() == 2);
  }

  /**
   * Otherwise the number of waiting answers would grow without limit during an outage of the log.
   */
  @Test
  void whatFoundNoRoomWaitsForNothing() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, true);
    while (decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed()) {
      // Until its share is full.
    }
    List<DecisionAnswer> answers = decided(log, ReasonCode.GRANTED_BY_GRANT);

    assertThat(answers.getFirst().decision().reason()).isEqualTo(ReasonCode.DECISION_LOG_FULL);
    assertThat(given(log, answers, LONG)).isEqualTo(answers);
    sink.away(false);
  }

  @Test
  void whatFindsNoRoomIsDeniedAndCountedAndTheOthersGoOn() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, false);
    int held = 0;
    while (decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed()) {
      held++;
    }
    assertThat(decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).reason())
        .isEqualTo(ReasonCode.DECISION_LOG_FULL);
    assertThat(decide(log, tenant, ReasonCode.DEPENDENCY_UNAVAILABLE).reason())
        .as("a reason of its own")
        .isEqualTo(ReasonCode.DEPENDENCY_UNAVAILABLE);
    assertThat(decide(log, OrganizationId.next(), ReasonCode.GRANTED_BY_GRANT).allowed())
        .as("another tenant")
        .isTrue();
    assertThat(log.isFull()).isFalse();

    sink.away(false);
    int rows = held + 1;
    await().atMost(LONG).until(() -> records().size() == rows);
    await().atMost(LONG).until(() -> unlogged() == 3);
    assertThat(decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed()).isTrue();
  }

  /** Like an installation of one tenant: all its requests are denied, and no other tenant asks. */
  @Test
  void theLogIsFullWhenNothingIsWrittenAndNoTenantThatAsksHasRoom() {
    sink.away(true);
    DecisionLog log = DecisionLogs.of(snapshots, sink, false);
    while (decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed()) {
      // Until its share is full.
    }
    await().atMost(LONG).until(log::isFull);

    decide(log, OrganizationId.next(), ReasonCode.GRANTED_BY_GRANT);
    assertThat(log.isFull()).as("who asks and has room").isFalse();
    sink.away(false);
    await().atMost(LONG).until(() -> decide(log, tenant, ReasonCode.GRANTED_BY_GRANT).allowed());
    assertThat(log.isFull()).isFalse();
  }

  private Decision decide(DecisionLog log, OrganizationId organization, ReasonCode reason) {
    Asking own =
        new Asking(organization, Asking.Kind.CHECK, Caller.command(organization, "tester", "c"));
    return log.record(made(own, reason));
  }

  private List<DecisionAnswer> decided(DecisionLog log, ReasonCode... reasons) {
    List<DecisionAnswer> answers = new ArrayList<>();
    for (ReasonCode reason : reasons) {
      MadeDecision made = made(asking, reason);
      answers.add(new DecisionAnswer(made.id(), log.record(made)));
    }
    return answers;
  }

  private MadeDecision made(Asking by, ReasonCode reason) {
    return new MadeDecision(UuidV7.next(), Instant.now(), by, request(), decision(reason));
  }

  private List<DecisionAnswer> given(
      DecisionLog log, List<DecisionAnswer> answers, Duration patience) {
    return new RecordedAnswers(log, patience, NullTracer.INSTANCE)
        .of(asking, answers)
        .await()
        .atMost(LONG);
  }

  private List<String> records() {
    return sink.written().stream()
        .flatMap(flush -> flush.blocks().stream())
        .map(Block::body)
        .flatMap(body -> BlockLines.of(body).stream())
        .map(line -> new String(line, StandardCharsets.UTF_8))
        .toList();
  }

  private long unlogged() {
    return sink.written().stream()
        .flatMap(flush -> flush.counts().stream())
        .filter(count -> !count.logged())
        .mapToLong(count -> count.number())
        .sum();
  }

  private static List<UUID> ids(List<DecisionAnswer> answers) {
    return answers.stream().map(DecisionAnswer::id).toList();
  }

  private static Decision decision(ReasonCode reason) {
    return new Decision(reason, 7, null, null, 0);
  }

  private static DecisionRequest request() {
    return DecisionRequest.of(
        Party.of("user", "ann"), new Asked.Permission("app:read", null), null);
  }
}
