package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.http.FrontApiTest;
import io.iamplane.shared.trace.example.SpanTimers;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/**
 * The example of the guide: a deployer's own bean replaces the drivers. A build takes it from the
 * class path; here the profile enables it as an alternative.
 */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class TracerBeanDbTest {

  @Inject Tracer tracer;
  @Inject MeterRegistry meters;

  @Test
  void spansOfRequestsGoToTheDeployersOwnBean() {
    assertThat(tracer).isInstanceOf(SpanTimers.class);
    long before = count(SpanName.REQUEST);
    long decided = count(SpanName.DECIDE);

    RestAssured.given().get("/api/iam/v1/users").then().statusCode(401);

    // The span ends when the answer has been sent.
    await().untilAsserted(() -> assertThat(count(SpanName.REQUEST)).isEqualTo(before + 1));
    assertThat(count(SpanName.DECIDE)).isEqualTo(decided);
  }

  private long count(SpanName name) {
    return meters.get("acme_spans").tag("span", name.wire()).timer().count();
  }
}
