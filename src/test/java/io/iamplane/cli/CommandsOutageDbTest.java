package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A database that is away ends every command in the same way, with one line. All are run in one
 * outage, at once: each of them waits for a connection.
 */
@QuarkusTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandsOutageDbTest {

  static final List<String> COMMANDS =
      List.of(
          "iam:migrate",
          "iam:bootstrap --tenant acme",
          "iam:audit:verify",
          "iam:audit:checkpoint",
          "iam:keys:rewrap",
          "iam:partitions:ensure",
          "iam:retention:run",
          "iam:reviews:close",
          "iam:reviews:remind",
          "iam:anomaly:scan",
          "iam:keys:list",
          "iam:keys:rotate",
          "iam:keys:rotate --due",
          "iam:keys:revoke --kid x --reason y",
          "iam:least-privilege:scan");

  @Inject Commands commands;
  @Inject TestPlatform platform;

  private final Map<String, Commands.Ended> ended = new ConcurrentHashMap<>();

  @BeforeAll
  void runAllInAnOutage() throws IOException {
    platform.platform(); // with a signing key
    TestDatabase.proxy().goAway();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      COMMANDS.forEach(
          each -> threads.execute(() -> ended.put(each, commands.run(each.split(" ")))));
    } finally {
      TestDatabase.proxy().comeBack();
    }
  }

  @BeforeEach
  void isBack() {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> RestAssured.get("/api/iam/v1/ready").statusCode() == 200);
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void itIsOneLine(String command) {
    assertThat(ended).containsKey(command);
    Commands.Ended end = ended.get(command);
    assertThat(end.exitCode()).as(end.err()).isEqualTo(3);
    assertThat(end.out()).isEmpty();
    assertThat(end.err()).isEqualToIgnoringNewLines("iam: the database is unavailable");
  }
}
