package io.iamplane.http.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.ErrorCode;
import io.iamplane.testing.GoldenFile;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Throws every refusal and the unforeseen; the bodies are golden, and tell nothing internal. */
@QuarkusTest
class ErrorCodeApiTest {

  private static final String PATH = "/api/iam/v1/test-errors/";

  @Inject TestPlatform platform;
  @Inject ObjectMapper mapper;
  private String token;

  @BeforeEach
  void authenticate() {
    token = platform.platformToken();
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasItsGoldenProblem(ErrorCode code) throws Exception {
    Response answer = get("code/" + code.name());
    assertThat(answer.statusCode()).isEqualTo(code.status());
    assertThat(answer.contentType()).startsWith("application/problem+json");
    GoldenFile.of("problems/" + code.slug() + ".json").assertMatches(pretty(answer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"runtime", "checked", "error", "sql", "null-pointer", "stack-overflow", "lost"})
  void unforeseenFailureTellsNothing(String kind) throws Exception {
    Response answer = get("unforeseen/" + kind);
    assertThat(answer.contentType()).startsWith("application/problem+json");
    assertThat(answer.asString())
        .doesNotContain(TestErrorResource.INTERNAL)
        .doesNotContainIgnoringCase("exception")
        .doesNotContain("io.iamplane", "java.", "SELECT", "42P01", "08006");
    GoldenFile.of("problems/unforeseen-" + kind + ".json").assertMatches(pretty(answer));
  }

  @Test
  void unavailableDependencySaysWhenToComeBack() {
    assertThat(get("code/DEPENDENCY_UNAVAILABLE").header("Retry-After")).isEqualTo("2");
    assertThat(get("code/TOO_MANY_REQUESTS").header("Retry-After")).isNotNull();
  }

  @Test
  void unauthorizedChallengesTheClient() {
    assertThat(get("code/UNAUTHORIZED").header("WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"iam\"");
    assertThat(get("code/STEP_UP_REQUIRED").header("WWW-Authenticate"))
        .isEqualTo(
            "Bearer realm=\"iam\", error=\"insufficient_user_authentication\","
                + " acr_values=\"aal2\"");
  }

  private Response get(String path) {
    return platform.as(token).header("Correlation-Id", "golden").get(PATH + path);
  }

  private String pretty(Response answer) throws Exception {
    JsonNode body = mapper.readTree(answer.asString());
    return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(body) + "\n";
  }
}
