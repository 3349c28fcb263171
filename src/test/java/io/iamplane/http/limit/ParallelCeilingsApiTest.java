package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fifty senders at once get exactly the ceiling's number of answers; time stands still unless
 * moved.
 */
@QuarkusTest
class ParallelCeilingsApiTest {

  private static final int SENDERS = 24;
  private static final int CEILING = 12;

  @Inject TestPlatform platform;

  private final AtomicLong nanos = new AtomicLong();
  private IssuedClient client;
  private String token;

  @BeforeEach
  void smallCeilings() {
    Organization tenant = platform.tenant();
    client = platform.administrator(tenant);
    token = platform.token(client);
    String ceiling = Integer.toString(CEILING);
    LimitConfig ceilings =
        Limits.of(
            Map.of(
                "oauth.rate_limit", ceiling,
                "admin.rate_limit", ceiling,
                "decision.rate_limit", ceiling));
    QuarkusMock.installMockForType(new RateLimits(ceilings, nanos::get), RateLimits.class);
  }

  /** Groups of requests with a ceiling. */
  enum Kind {
    TOKENS,
    REVOCATIONS,
    INTROSPECTIONS,
    ADMINISTRATION,
    DECISIONS
  }

  @ParameterizedTest
  @EnumSource
  void noMoreIsAnsweredThanTheCeilingAllows(Kind kind) throws Exception {
    holds(24, kind);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("ci")
  void noMoreIsAnsweredThanTheCeilingAllowsOfFarMore(Kind kind) throws Exception {
    holds(60, kind);
  }

  private Response asked(Kind kind) {
    return switch (kind) {
      case TOKENS -> asked("/oauth/token", "grant_type", "client_credentials");
      case REVOCATIONS -> asked("/oauth/revoke", "token", "x");
      case INTROSPECTIONS -> asked("/oauth/introspect", "token", token);
      case ADMINISTRATION -> platform.as(token).get(AdminTenant.PATH + "users");
      case DECISIONS ->
          platform
              .as(token)
              .contentType("application/json")
              .body("{\"subject\": \"user:x\", \"permission\": \"iam:users.read\"}")
              .post(AdminTenant.PATH + "decisions/check");
    };
  }

  private Response asked(String path, String name, String value) {
    return given()
        .auth()
        .preemptive()
        .basic(client.clientId(), client.secret().reveal())
        .formParam(name, value)
        .post(path);
  }

  /** Expects a burst of the whole ceiling, then one part per elapsed time. */
  private void holds(int requests, Kind kind) throws Exception {
    assertThat(answered(requests, kind)).isEqualTo(CEILING);
    assertThat(answered(requests, kind)).isZero();
    nanos.addAndGet(Duration.ofSeconds(15).toNanos());
    assertThat(answered(requests, kind)).isEqualTo(CEILING / 4);
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(answered(requests, kind)).isEqualTo(CEILING);
  }

  private int answered(int requests, Kind kind) throws Exception {
    List<Future<Integer>> sent = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
      for (int i = 0; i < requests; i++) {
        sent.add(senders.submit(() -> asked(kind).statusCode()));
      }
    }
    int answered = 0;
    for (Future<Integer> status : sent) {
      assertThat(status.get()).isIn(200, 429);
      answered += status.get() == 200 ? 1 : 0;
    }
    return answered;
  }
}
