package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** HTTP metrics have a row for each operation, and none for invented paths. */
@QuarkusTest
class MetricPathApiTest {

  private static final Pattern URI =
      Pattern.compile("http_server_requests_seconds_count\\{[^}]*uri=\"([^\"]*)\"");

  /** More than the rows that the figures keep. */
  private static final int MADE_UP = 120;

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  @Inject TestPlatform platform;

  @Test
  void madeUpPathsHaveNoRowsOfTheirOwn() {
    AdminTenant tenant = new AdminTenant(platform);
    for (int i = 0; i < MADE_UP; i++) {
      given().get("/made/up-" + i).then().statusCode(401);
      given().get("/api/iam/v1/users/made-up-" + i).then().statusCode(401);
      given().get("/.well-known/made-up-" + i).then().statusCode(404);
      given().delete("/oauth/made-up-" + i).then().statusCode(404);
    }
    for (int i = 0; i < 10; i++) {
      tenant.get("made-up-" + i).statusCode(404);
      assertThat(raw("/made/up;" + i)).isEqualTo(400);
      // No URI: the server refuses it before any of our code sees it.
      assertThat(raw("/made/up<" + i + ">")).isEqualTo(400);
    }
    given().post("/api/iam/v1/decisions/check").then().statusCode(401);
    tenant.get("service-accounts").statusCode(200);
    tenant.get("groups/made-up").statusCode(404);

    assertThat(paths())
        .noneMatch(path -> path.contains("made-up") || path.contains("made/up"))
        .contains(
            MetricPath.UNMATCHED,
            "/api/iam/v1/service-accounts",
            "/api/iam/v1/groups/{group}",
            "/api/iam/v1/decisions/check");
  }

  private static int raw(String path) {
    try (RawClient client = new RawClient()) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return client.status();
    }
  }

  private Set<String> paths() {
    String figures = given().port(managementPort).get("/q/metrics").then().extract().asString();
    return URI.matcher(figures)
        .results()
        .map((MatchResult row) -> row.group(1))
        .collect(Collectors.toSet());
  }
}
