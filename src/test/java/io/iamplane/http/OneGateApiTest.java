package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The framework's authentication, which comes with its JWT extension, judges no request. */
@QuarkusTest
class OneGateApiTest {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String USERS = "/api/iam/v1/users";

  @Test
  void theFrameworkHasNoMechanism() {
    assertThat(Arc.container().listAll(HttpAuthenticationMechanism.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer rubbish", "Bearer a.b.c", "Basic eDp5", "Basic", "Negotiate x"})
  void anOpenPathLooksAtNoCredentials(String authorization) {
    Response without = given().get(HEALTH);
    Response with = given().header("Authorization", authorization).get(HEALTH);
    assertThat(with.statusCode()).isEqualTo(200).isEqualTo(without.statusCode());
    assertThat(with.asString()).isEqualTo(without.asString());
    assertThat(with.header("WWW-Authenticate")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer rubbish", "Basic eDp5"})
  void aRefusalIsOurs(String authorization) {
    RequestSpecification request = given().header("Correlation-Id", "mine");
    Response answer =
        authorization.isEmpty()
            ? request.get(USERS)
            : request.header("Authorization", authorization).get(USERS);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.contentType()).startsWith("application/problem+json");
    assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer realm=\"iam\"");
    assertThat(answer.asString())
        .startsWith("{\"type\":\"https://iam/problems/unauthorized\"")
        .contains("\"title\":\"A valid bearer token is required\"", "\"correlation_id\":\"mine\"");
  }
}
