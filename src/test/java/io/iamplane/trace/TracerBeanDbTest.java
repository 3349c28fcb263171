package io.iamplane.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.http.Http;
import io.iamplane.trace.example.SpanTimers;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The example of the guide: a deployer's own bean takes the place of the drivers. */
@QuarkusTest
@TestProfile(TracerBeanDbTest.OwnTracer.class)
class TracerBeanDbTest {

  @Inject Tracer tracer;
  @Inject MeterRegistry meters;

  /** What a bean on the class path is to a build is an enabled alternative to a test. */
  public static final class OwnTracer implements QuarkusTestProfile {

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(SpanTimers.class);
    }
  }

  @Test
  void spansOfRequestsGoToTheDeployersOwnBean() {
    assertThat(tracer).isInstanceOf(SpanTimers.class);
    long before = count(SpanName.REQUEST);

    Http.given().get("/api/iam/v1/users").then().statusCode(401);

    // The span ends when the answer has been sent.
    await().untilAsserted(() -> assertThat(count(SpanName.REQUEST)).isEqualTo(before + 1));
    assertThat(count(SpanName.DECIDE)).isZero();
  }

  private long count(SpanName name) {
    return meters.get("acme_spans").tag("span", name.wire()).timer().count();
  }
}
