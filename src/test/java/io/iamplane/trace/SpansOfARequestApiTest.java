package io.iamplane.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log driver, seen through the service: one write leaves the spans that it is made of. */
@QuarkusTest
@TestProfile(SpansOfARequestApiTest.LogDriver.class)
class SpansOfARequestApiTest {

  private final Logger logger = Logger.getLogger("iam.trace");
  private final Lines lines = new Lines();

  @Inject TestPlatform platform;

  public static class LogDriver implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("iam.tracing.driver", "log");
    }
  }

  @BeforeEach
  void listen() {
    logger.addHandler(lines);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(lines);
  }

  @Test
  void writeLeavesItsSpansWithoutSecrets() {
    String token = platform.platformToken();
    String key = "spans-" + Long.toString(System.nanoTime(), 36);
    platform
        .as(token)
        .contentType("application/json")
        .body(Map.of("key", key, "name", "Spans"))
        .post("/api/iam/v1/organizations")
        .then()
        .statusCode(201);
    // No request begins what a worker does.
    for (SpanName name :
        EnumSet.complementOf(EnumSet.of(SpanName.QUEUE_CLAIM, SpanName.WEBHOOK_DELIVER))) {
      assertThat(lines.seen).as(name.wire()).anyMatch(line -> line.contains(name.wire()));
    }
    assertThat(lines.seen).noneMatch(line -> line.contains(token.substring(0, 20)));
  }

  private static final class Lines extends Handler {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord entry) {
      seen.add(String.valueOf(entry.getMessage()));
    }

    @Override
    public void flush() {
      // Nothing is held back.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
