package io.iamplane.ops;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Changes;
import io.iamplane.directory.OrganizationService;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
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
