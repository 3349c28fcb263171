package io.iamplane.decision.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.DecisionsRefused;
import io.iamplane.decision.log.LoggedLines;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.LogCapture;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Written messages are acknowledged, counted once, and recognizable as duplicates. */
class KafkaSinkTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OrganizationId tenant = OrganizationId.next();
  private final LoggedLines decisions = LoggedLines.of(tenant, 3, Map.of("shift", "late"));
  private final List<String> made =
      decisions.flush().lines().getFirst().lines().stream()
          .map(each -> each.id().toString())
          .toList();
  private final DecisionCount count = decisions.flush().counts().getFirst();
  private final List<DecisionCount> counted = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final FakeBroker broker = new FakeBroker();
  private final KafkaSink sink = sink(false);

  /** A sink with answers that wait for their records. */
  private final KafkaSink durable = sink(true);

  private KafkaSink sink(boolean withdraws) {
    return new KafkaSink(
        broker::producer,
        new DecisionMessages("decisions"),
        counted::addAll,
        refused::addAndGet,
        withdraws);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String header(ProducerRecord<byte[], byte[]> message, String name) {
    return text(message.headers().lastHeader(name).value());
  }

  private List<String> ids() {
    return broker.messages().stream().map(message -> header(message, "id")).toList();
  }

  private static JsonNode value(ProducerRecord<byte[], byte[]> message) {
    try {
      return JSON.readTree(message.value());
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void eachDecisionIsAMessageOfItsTenant() {
    sink.write(decisions.flush());

    assertThat(broker.messages())
        .hasSize(3)
        .allSatisfy(message -> {
          JsonNode value = value(message);
          assertThat(message.topic()).isEqualTo("decisions");
          assertThat(text(message.key())).isEqualTo(tenant.toString());
          assertThat(header(message, "id")).isEqualTo(value.path("id").asText());
          assertThat(header(message, "block")).isEqualTo(made.getFirst());
          assertThat(header(message, "schema")).isEqualTo("iam.decision.v1");
          assertThat(header(message, "content-type")).isEqualTo("application/json");
          assertThat(value.path("organization_id").asText()).isEqualTo(tenant.toString());
          assertThat(value.path("context").path("shift").asText()).isEqualTo("late");
          assertThat(message.timestamp())
              .isEqualTo(
                  java.util.UUID.fromString(header(message, "id")).getMostSignificantBits() >>> 16);
        });
    assertThat(ids()).doesNotHaveDuplicates().isSorted();
    assertThat(counted).containsExactly(count);
  }

  @Test
  void countsAloneAskNoBroker() {
    sink.write(new Flush(List.of(), List.of(), List.of(count)));

    assertThat(broker.producers()).isZero();
    assertThat(counted).containsExactly(count);
  }

  @Test
  void whatWasNotAcknowledgedIsSentAgainAndCountedOnce() {
    broker.refuse(1, new TimeoutException("away"));

    assertThatThrownBy(() -> sink.write(decisions.flush())).hasMessage("Kafka: away");
    assertThat(counted).isEmpty();
    List<String> first = ids();
    sink.write(decisions.flush());

    assertThat(first).hasSize(2);
    assertThat(ids()).hasSize(3).doesNotHaveDuplicates().startsWith(first.toArray(String[]::new));
    assertThat(counted).containsExactly(count);
    assertThat(broker.producers()).as("a producer that failed may have ended").isEqualTo(2);
    assertThat(broker.closed()).isEqualTo(1);
  }

  /** The broker wrote it, and the answer was lost. */
  @Test
  void aMessageThatComesTwiceHasTheSameIdAndBlock() {
    broker.loseAnswer(1);

    assertThatThrownBy(() -> sink.write(decisions.flush()));
    sink.write(decisions.flush());

    assertThat(ids()).hasSize(4);
    assertThat(ids().stream().distinct()).hasSize(3);
    assertThat(broker.messages().stream().map(message -> header(message, "block")).distinct())
        .hasSize(1);
  }

  /** Its record is another one by then, and the count is of that one. */
  @Test
  void aDecisionThatIsWithdrawnAfterItsAcknowledgementIsSentAgain() {
    broker.refuse(2, new TimeoutException("away"));
    assertThatThrownBy(() -> sink.write(decisions.flush()));
    decisions.withdraw(1);

    sink.write(decisions.flush());

    assertThat(ids()).containsExactly(made.get(0), made.get(1), made.get(1), made.get(2));
    assertThat(reasons())
        .containsExactly(
            "no_matching_grant",
            "no_matching_grant",
            "dependency_unavailable",
            "no_matching_grant");
    assertThat(counted).containsExactlyInAnyOrderElementsOf(decisions.flush().counts());
  }

  private List<String> reasons() {
    return broker.messages().stream()
        .map(message -> value(message).path("reason_code").asText())
        .toList();
  }

  @Test
  void whatIsAcknowledgedIsKnownAlsoWhenTheNextCannotBeSent() {
    broker.breakAt(2);
    assertThatThrownBy(() -> sink.write(decisions.flush())).hasMessageContaining("broken");
    assertThat(ids()).isEqualTo(made.subList(0, 2));

    sink.write(decisions.flush());

    assertThat(ids()).isEqualTo(made);
  }

  @Test
  void aDecisionWhoseTimeTheTopicRefusesIsSentWithoutIt() {
    broker.never(
        message -> header(message, "id").equals(made.get(1)) && message.timestamp() != null,
        new InvalidTimestampException("too old"));

    sink.write(decisions.flush());

    assertThat(ids()).containsExactlyInAnyOrderElementsOf(made);
    assertThat(broker.messages())
        .allSatisfy(
            message -> assertThat(value(message).path("inputs").asText()).isEqualTo("complete"))
        .filteredOn(message -> message.timestamp() == null)
        .hasSize(1);
    assertThat(counted).containsExactly(count);
    assertThat(refused).hasValue(0);
  }

  @Test
  void aDecisionThatTheTopicTakesInNoFormIsCountedAndHoldsUpNoOther() {
    broker.never(
        message -> header(message, "id").equals(made.get(1)), new InvalidRecordException("no"));

    List<String> log = LogCapture.during(KafkaSink.class, () -> sink.write(decisions.flush()));

    assertThat(ids()).containsExactlyInAnyOrder(made.get(0), made.get(2));
    assertThat(counted).containsExactlyInAnyOrder(count.of(2), count.unlogged().of(1));
    assertThat(refused).hasValue(1);
    assertThat(log).singleElement().asString().contains("are counted only").contains("no");
  }

  @Test
  void whatTheTopicTakesInNoFormIsNotSentAgainForever() {
    broker.never(_ -> true, new RecordTooLargeException("too large"));

    sink.write(decisions.flush());

    assertThat(counted).containsExactly(count.unlogged());
    assertThat(refused).hasValue(3);
  }

  @Test
  void whoWaitsForADecisionThatTheTopicDoesNotTakeLearnsItBeforeAnythingIsCounted() {
    broker.never(
        message -> header(message, "id").equals(made.get(1)), new InvalidRecordException("no"));

    assertThatThrownBy(() -> durable.write(decisions.flush()))
        .isInstanceOf(DecisionsRefused.class)
        .hasMessage("1 decisions are refused");
    assertThat(counted).isEmpty();
    assertThat(refused).hasValue(0);
    decisions.withdraw(1);
    durable.write(decisions.flush());

    assertThat(ids()).as("each once").containsExactlyInAnyOrder(made.get(0), made.get(2));
    assertThat(counted)
        .extracting(DecisionCount::reason, DecisionCount::logged, DecisionCount::number)
        .containsExactlyInAnyOrder(
            tuple(ReasonCode.NO_MATCHING_GRANT, true, 2L),
            tuple(ReasonCode.DEPENDENCY_UNAVAILABLE, false, 1L));
    assertThat(refused).hasValue(1);
  }

  @Test
  void aRefusalIsKnownUntilItsFlushIsWrittenAlsoWhenTheBrokerGoesMeanwhile() {
    broker.never(
        message -> header(message, "id").equals(made.get(1)), new InvalidRecordException("no"));
    assertThatThrownBy(() -> durable.write(decisions.flush())).isInstanceOf(DecisionsRefused.class);
    decisions.withdraw(0);
    decisions.withdraw(1);
    broker.never(_ -> true, new TimeoutException("away"));
    assertThatThrownBy(() -> durable.write(decisions.flush())).hasMessage("Kafka: away");
    broker.never(
        message -> header(message, "id").equals(made.get(1)), new InvalidRecordException("no"));

    durable.write(decisions.flush());

    assertThat(counted).extracting(DecisionCount::number).containsExactlyInAnyOrder(1L, 1L, 1L);
    LoggedLines next = LoggedLines.of(tenant, 1, Map.of());
    broker.never(_ -> true, new InvalidRecordException("no"));
    assertThatThrownBy(() -> durable.write(next.flush())).isInstanceOf(DecisionsRefused.class);
  }

  @Test
  void whatFailsBesideARefusalFailsTheFlush() {
    broker.never(_ -> true, new KafkaException("the producer has failed"));

    assertThatThrownBy(() -> sink.write(decisions.flush())).hasMessageContaining("has failed");
    assertThat(counted).isEmpty();
  }

  @Test
  void denialsWithoutRoomWaitForNoBroker() {
    broker.block(new TimeoutException("away"));
    assertThatThrownBy(() -> sink.write(decisions.flush()));

    assertThat(sink.count(count.unlogged())).isTrue();
    assertThat(counted).containsExactly(count.unlogged());
  }

  @Test
  void withoutRoomOrBrokerTheFirstMessageIsTheLastToWait() {
    broker.block(new TimeoutException("Topic decisions not present in metadata after 5000 ms."));

    assertThatThrownBy(() -> sink.write(decisions.flush()))
        .hasMessageContaining("not present in metadata");
    assertThat(broker.tried()).isEqualTo(1);
  }

  @Test
  void aDecisionThatIsTooLargeForTheTopicIsSentWithoutItsInputs() {
    broker.limit(2, new RecordTooLargeException("too large"));

    sink.write(decisions.flush());

    assertThat(ids()).hasSize(3).doesNotHaveDuplicates();
    ProducerRecord<byte[], byte[]> smaller = broker.messages().getLast();
    assertThat(value(smaller).path("inputs").asText()).isEqualTo("omitted");
    assertThat(value(smaller).has("context")).isFalse();
    assertThat(value(smaller).path("subject").asText()).isEqualTo("user:ann");
    assertThat(header(smaller, "block")).isEqualTo(made.getFirst());
    assertThat(counted).containsExactly(count);
  }

  @Test
  void aSettingIsNotQuotedWhenNoProducerCanBeMade() {
    broker.fail(new KafkaException("cannot", new IllegalArgumentException("password=s3cr3t")));
    assertThatThrownBy(() -> sink.write(decisions.flush()))
        .hasMessage("Kafka: no producer: IllegalArgumentException");

    broker.fail(new KafkaException("cannot", new ConfigException("No resolvable bootstrap urls")));
    assertThatThrownBy(() -> sink.write(decisions.flush()))
        .hasMessageContaining("No resolvable bootstrap urls");

    broker.fail(null);
    sink.write(decisions.flush());
    assertThat(ids()).hasSize(3);
  }

  @Test
  void theEndClosesTheProducerAndMakesNoOther() {
    sink.write(decisions.flush());
    sink.close();
    sink.close();

    assertThat(broker.closed()).isEqualTo(1);
    assertThatThrownBy(() -> sink.write(decisions.flush())).hasMessageContaining("ended");
    assertThat(broker.producers()).isEqualTo(1);
  }

  @Test
  void aProducerThatIsMadeDuringTheEndIsClosed() {
    broker.whileMaking(sink::close);

    assertThatThrownBy(() -> sink.write(decisions.flush())).hasMessageContaining("ended");
    assertThat(broker.messages()).isEmpty();
    assertThat(broker.closed()).isEqualTo(1);
  }
}
