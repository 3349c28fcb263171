package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.matchesPattern;

import io.iamplane.directory.organization.Organization;
import io.iamplane.http.FrontApiTest;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many addresses are no way around an organization's ceiling. */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class TenantCeilingApiTest {

  private static final int CEILING = 12;
  private static final String CAPABILITIES = "/api/iam/v1/capabilities";

  @Inject TestPlatform platform;

  @BeforeEach
  void aSmallCeiling() {
    LimitConfig ceilings = Limits.of(Map.of("admin.tenant_rate_limit", "" + CEILING));
    QuarkusMock.installMockForType(new RateLimits(ceilings, System::nanoTime), RateLimits.class);
  }

  /** Two at once for the tenant, one of them for each client. */
  @Test
  void aTenantWithManyAddressesHasOneCeilingAndAnotherTenantItsOwn() {
    Organization tenant = platform.tenant();
    String attacker = platform.token(platform.administrator(tenant));
    String administrator = platform.token(platform.administrator(tenant));
    String third = platform.token(platform.administrator(tenant));
    String victim = platform.token(platform.administrator(platform.tenant()));

    from(0, attacker).get(CAPABILITIES).then().statusCode(200);
    assertRefused(from(1, attacker), "client", CEILING / 2, "your client");
    from(2, administrator).get(CAPABILITIES).then().statusCode(200);
    assertRefused(from(3, third), "tenant", CEILING, "all of your organization's clients together");
    from(0, victim).get(CAPABILITIES).then().statusCode(200);
  }

  private static void assertRefused(
      RequestSpecification request, String ceiling, int most, String whom) {
    request
        .get(CAPABILITIES)
        .then()
        .statusCode(429)
        .header("RateLimit-Policy", "\"" + ceiling + "\";q=" + most + ";w=60")
        .header("Retry-After", matchesPattern("[1-9][0-9]*"))
        .body("detail", containsString("allowed for " + whom));
  }

  /** Decisions have a ceiling of their own: an application must not wait for its administrators. */
  @Test
  void decisionsDoNotCount() {
    String token = platform.token(platform.administrator(platform.tenant()));
    for (int i = 0; i <= CEILING; i++) {
      from(i, token)
          .contentType("application/json")
          .body("{\"subject\": \"user:x\", \"permission\": \"iam:users.read\"}")
          .post("/api/iam/v1/decisions/check")
          .then()
          .statusCode(200);
    }
  }

  /** Addresses that are set aside for measuring (RFC 2544). */
  private RequestSpecification from(int number, String token) {
    return given()
        .header("Authorization", "Bearer " + token)
        .header("X-Forwarded-For", "198.18.0." + (number + 1));
  }
}
