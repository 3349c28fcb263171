package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.http.Http;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that is away ends every command in the same way, with one line. */
@QuarkusTest
class CommandsOutageDbTest {

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @BeforeEach
  void withASigningKey() {
    platform.platform();
  }

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> Http.get("/api/iam/v1/ready").statusCode() == 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
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
        "iam:least-privilege:scan"
      })
  void itIsOneLine(String command) throws IOException {
    TestDatabase.proxy().goAway();

    Commands.Ended ended = commands.run(command.split(" "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).isEqualToIgnoringNewLines("iam: the database does not answer");
  }
}
