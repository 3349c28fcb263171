package io.iamplane.catalog.schema;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema is public, as it is in the sources. */
@QuarkusTest
class ManifestSchemaApiTest {

  private static final String PATH = "/.well-known/iam-manifest-schema.json";
  private static final Path FILE = Path.of("src/main/resources/META-INF/iam/manifest-schema.json");

  @Test
  void schemaIsServedAsItIsInTheSourcesAndNobodyNeedsCredentials() throws IOException {
    Response answer = get();

    assertThat(answer.contentType()).isEqualTo("application/schema+json");
    assertThat(answer.asByteArray()).isEqualTo(Files.readAllBytes(FILE));
  }

  @Test
  void itMayBeCachedForFiveMinutes() {
    Response answer = get();

    assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
    assertThat(answer.header("ETag")).matches("\"[\\w-]{43}\"").isEqualTo(get().header("ETag"));
  }

  @Test
  void whoHasItAlreadyIsNotSentItAgain() {
    String tag = get().header("ETag");
    for (String match : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
      Response answer = given().header("If-None-Match", match).get(PATH);
      assertThat(answer.statusCode()).as(match).isEqualTo(304);
      assertThat(answer.header("ETag")).isEqualTo(tag);
      assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
      assertThat(answer.asByteArray()).isEmpty();
    }
    for (String match : new String[] {"\"other\"", tag.replace("\"", ""), ""}) {
      given().header("If-None-Match", match).get(PATH).then().statusCode(200);
    }
  }

  @Test
  void headTellsTheSameWithoutTheBody() {
    Response answer = given().head(PATH);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/schema+json");
    assertThat(answer.header("ETag")).isEqualTo(get().header("ETag"));
    assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
    assertThat(answer.asByteArray()).isEmpty();
  }

  @Test
  void credentialsThatAreWrongDoNotHinder() {
    given().header("Authorization", "Bearer rubbish").get(PATH).then().statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/*",
        "application/schema+json",
        "application/json",
        "text/html, */*"
      })
  void whoeverAsksForJsonOfAnyKindIsGivenIt(String accepted) {
    Response answer = given().header("Accept", accepted).get(PATH);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/schema+json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void nobodyWritesIt(String method) {
    given().request(method, PATH).then().statusCode(405);
  }

  private static Response get() {
    Response answer = given().get(PATH);
    answer.then().statusCode(200);
    return answer;
  }
}
