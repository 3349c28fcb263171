package io.iamplane.http;

import static io.iamplane.http.FrontApiTest.head;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;

/** Requests that are sent ahead of the answers to earlier ones. */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class PipelineApiTest {

  private static final String HEALTH = "/api/iam/v1/health";

  @Test
  void aFewAreAnswered() {
    try (RawClient client = new RawClient()) {
      client.send(head("GET", HEALTH).repeat(16));
      for (int i = 0; i < 16; i++) {
        assertThat(client.status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aClientThatGoesOnWithoutReadingIsCutOff() {
    try (RawClient client = new RawClient()) {
      String hundred = head("GET", HEALTH).repeat(100);
      int sent = 0;
      while (sent < 3_000 && client.send(hundred)) {
        sent++;
      }
      assertThat(sent).isLessThan(3_000);
      assertThat(client.isClosedInTime()).isTrue();
    }
    assertThat(RestAssured.get(HEALTH).statusCode()).isEqualTo(200);
  }
}
