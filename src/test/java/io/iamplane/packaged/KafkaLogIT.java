package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AnswerJson;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log in Kafka, with a broker of its own that is killed too. */
@Tag("ci")
class KafkaLogIT extends LoggedAnswers {

  private static final String FULL = "decision_log_full";
  private static final String UNKNOWN = "01900000-0000-7000-8000-000000000000";
  private static final int AFTER_IT_IS_FULL = 20;

  private static final int BUSY = 429;

  /** Three deliveries fail in less, of 15 s each. */
  private static final Duration UNTIL_AWAY = Duration.ofMinutes(2);

  @TempDir static Path folder;

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() {
    broker = new KafkaBroker(folder);
  }

  @AfterAll
  static void endBroker() {
    broker.close();
  }

  @Override
  Map<String, String> sink() {
    return broker.environment();
  }

  @Override
  Set<String> logged() {
    return broker.messages().stream().map(KafkaLogIT::id).collect(Collectors.toSet());
  }

  /**
   * While the broker is away decisions go on until one tenant's part of the buffer is full, and are
   * denied and counted from then on; another tenant's go on. When the broker is back, every answer
   * is in the topic or among those counts.
   */
  @Test
  void anOutageOfTheBrokerLosesNothingAndDeniesOnlyWhoFloods() throws Exception {
    Map<String, String> small = Map.of("IAM_DECISION_LOG_BUFFER", "1000000");
    try (PackagedApp server = server(small)) {
      String token = tenant().token(server);
      String other = seat("platform").token(server);
      Set<String> answered = new HashSet<>();
      answered.add(Answered.of(ask(server, token)).id());
      await().atMost(LONG).until(() -> logged().containsAll(answered));

      broker.kill();
      int denied = 0;
      long end = System.nanoTime() + UNTIL_AWAY.toNanos();
      while (denied < AFTER_IT_IS_FULL) {
        assertThat(System.nanoTime() - end).as("denied in time").isNegative();
        HttpResponse<String> answer = ask(server, token);
        if (answer.statusCode() == BUSY) {
          // The buffer is full, and the broker has not failed often enough yet to be away.
          assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
          continue;
        }
        Answered decision = Answered.of(answer);
        if (decision.reason().equals(FULL)) {
          denied++;
        } else {
          answered.add(decision.id());
        }
      }
      Answered others = Answered.of(ask(server, other));
      assertThat(others.reason()).isNotEqualTo(FULL);
      answered.add(others.id());
      assertThat(server.status("/api/iam/v1/ready")).isEqualTo(200);
      // They have no message to wait for. To ask the service for metrics is denied as well.
      long all = denied;
      await().atMost(LONG).until(() -> unlogged() == all);

      broker.restart();
      await().atMost(LONG).until(() -> logged().containsAll(answered));
      assertRecognisable();
      assertCounted(server, token, answered.size() - 1 + denied, denied);
    }
  }

  /** Counts the denials for lack of room in the database. */
  private long unlogged() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), "postgres", "postgres");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT coalesce(sum(number), 0) FROM (
                  SELECT number FROM iam_decision_counts_new WHERE NOT logged
                  UNION ALL SELECT unlogged FROM iam_decision_totals WHERE step = 'minute') counted
                """)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Duplicates have the same id and belong to the same block; a tenant's are in one partition. */
  private static void assertRecognisable() {
    Map<String, String> blocks = new HashMap<>();
    Map<String, Integer> partitions = new HashMap<>();
    for (ConsumerRecord<String, String> message : broker.messages()) {
      JsonNode value = AnswerJson.at(message.value(), "");
      assertThat(value.path("id").textValue()).isEqualTo(id(message));
      assertThat(value.path("organization_id").textValue()).isEqualTo(message.key());
      assertThat(header(message, "schema")).isEqualTo("iam.decision.v1");
      String block = header(message, "block");
      assertThat(blocks.merge(id(message), block, (one, again) -> one)).isEqualTo(block);
      assertThat(partitions.merge(message.key(), message.partition(), (one, again) -> one))
          .isEqualTo(message.partition());
    }
  }

  private static void assertCounted(PackagedApp server, String token, int total, int unlogged) {
    String[] bearer = {"Authorization", "Bearer " + token};
    await()
        .atMost(LONG)
        .untilAsserted(() -> {
          String metrics = server.get("/api/iam/v1/metrics/decisions", bearer).body();
          assertThat(AnswerJson.at(metrics, "/data/total").asInt()).isEqualTo(total);
          assertThat(AnswerJson.at(metrics, "/data/unlogged").asInt()).isEqualTo(unlogged);
        });
    for (String path :
        List.of("decisions", "decisions/" + UNKNOWN, "decisions/" + UNKNOWN + "/proof")) {
      HttpResponse<String> answer = server.get("/api/iam/v1/" + path, bearer);
      assertThat(answer.statusCode()).as(path).isEqualTo(409);
      assertThat(answer.body()).contains("recorded in a topic of Kafka");
    }
  }

  private static String id(ConsumerRecord<String, String> message) {
    return header(message, "id");
  }

  private static String header(ConsumerRecord<String, String> message, String name) {
    return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
