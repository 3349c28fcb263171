package io.iamplane.ops;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** An outage of the database, seen by a kubelet. */
@QuarkusTest
class HealthApiTest {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String READY = "/api/iam/v1/ready";

  @Inject ProbesCheck probes;

  @Test
  void healthIsOkWithoutAToken() {
    Response response = given().get(HEALTH);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.asString()).isEqualTo("{\"status\":\"ok\"}");
  }
}
