package io.iamplane.decision.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** What is written is acknowledged, counted once, and recognisable when it comes twice. */
class KafkaSinkTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OrganizationId tenant = OrganizationId.next();
  private final Block block = LoggedBlocks.of(tenant, 3, Map.of("shift", "late"));
  private final DecisionCount count =
      new DecisionCount(tenant, 1, "app", "read", ReasonCode.NO_MATCHING_GRANT, true, 3);
  private final List<DecisionCount> counted = new ArrayList<>();
  private final FakeBroker broker = new FakeBroker();
  private final KafkaSink sink =
      new KafkaSink(broker::producer, new DecisionMessages("decisions"), counted::addAll);

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
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void eachDecisionIsAMessageOfItsTenant() {
    sink.write(new Flush(List.of(block), List.of(count)));

    assertThat(broker.messages())
        .hasSize(3)
        .allSatisfy(message -> {
          JsonNode value = value(message);
          assertThat(message.topic()).isEqualTo("decisions");
          assertThat(text(message.key())).isEqualTo(tenant.toString());
          assertThat(header(message, "id")).isEqualTo(value.path("id").asText());
          assertThat(header(message, "block")).isEqualTo(block.id().toString());
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
    sink.write(new Flush(List.of(), List.of(count)));

    assertThat(broker.producers()).isZero();
    assertThat(counted).containsExactly(count);
  }

  @Test
  void whatWasNotAcknowledgedIsSentAgainAndCountedOnce() {
    broker.refuse(1, new TimeoutException("away"));

    assertThatThrownBy(() -> sink.write(new Flush(List.of(block), List.of(count))))
        .hasMessage("Kafka: away");
    assertThat(counted).isEmpty();
    List<String> first = ids();
    sink.write(new Flush(List.of(block), List.of(count)));

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

    assertThatThrownBy(() -> sink.write(new Flush(List.of(block), List.of())));
    sink.write(new Flush(List.of(block), List.of()));

    assertThat(ids()).hasSize(4);
    assertThat(ids().stream().distinct()).hasSize(3);
    assertThat(broker.messages().stream().map(message -> header(message, "block")).distinct())
        .hasSize(1);
  }

  @Test
  void withoutRoomOrBrokerTheFirstMessageIsTheLastToWait() {
    broker.block(new TimeoutException("Topic decisions not present in metadata after 5000 ms."));

    assertThatThrownBy(() -> sink.write(new Flush(List.of(block), List.of())))
        .hasMessageContaining("not present in metadata");
    assertThat(broker.tried()).isEqualTo(1);
  }

  @Test
  void aDecisionThatIsTooLargeForTheTopicIsSentWithoutItsInputs() {
    broker.limit(2, new RecordTooLargeException("too large"));

    sink.write(new Flush(List.of(block), List.of(count)));

    assertThat(ids()).hasSize(3).doesNotHaveDuplicates();
    ProducerRecord<byte[], byte[]> smaller = broker.messages().getLast();
    assertThat(value(smaller).path("inputs").asText()).isEqualTo("omitted");
    assertThat(value(smaller).has("context")).isFalse();
    assertThat(value(smaller).path("subject").asText()).isEqualTo("user:ann");
    assertThat(header(smaller, "block")).isEqualTo(block.id().toString());
    assertThat(counted).containsExactly(count);
  }

  @Test
  void aSettingIsNotQuotedWhenNoProducerCanBeMade() {
    broker.fail(new KafkaException("cannot", new IllegalArgumentException("password=s3cr3t")));
    assertThatThrownBy(() -> sink.write(new Flush(List.of(block), List.of())))
        .hasMessage("Kafka: no producer: IllegalArgumentException");

    broker.fail(new KafkaException("cannot", new ConfigException("No resolvable bootstrap urls")));
    assertThatThrownBy(() -> sink.write(new Flush(List.of(block), List.of())))
        .hasMessageContaining("No resolvable bootstrap urls");

    broker.fail(null);
    sink.write(new Flush(List.of(block), List.of()));
    assertThat(ids()).hasSize(3);
  }

  @Test
  void theEndClosesTheProducer() {
    sink.close();
    sink.write(new Flush(List.of(block), List.of()));
    sink.close();
    sink.close();

    assertThat(broker.closed()).isEqualTo(1);
  }
}
