package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.path.json.JsonPath;
import io.restassured.path.json.config.JsonPathConfig;
import io.restassured.path.json.config.JsonPathConfig.NumberReturnType;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plain path leads where it leads in REST Assured; every other one is left to it. */
class PlainPathTest {

  private static final String JSON =
      """
      {"data": [{"id": "a", "n": 1, "size": 4, "in_it": {"x": [1, 2]}}, {"id": "b", "n": 2.5}],
       "meta": {"next": null, "long": 12345678901, "yes": true, "class": "c"}, "none": [], "two": [[1]],
       "some": [{"id": 1}, null]}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data",
        "data[0]",
        "data[0].id",
        "data[1].n",
        "data.id",
        "data.n",
        "data.size",
        "data.in_it",
        "data[0].in_it.x",
        "data[0].in_it.x[1]",
        "meta",
        "meta.next",
        "meta.long",
        "meta.yes",
        "meta.absent",
        "meta.class",
        "none",
        "none.id",
        "absent"
      })
  void aPlainPathLeadsToTheSame(String path) throws Exception {
    Optional<PlainPath.Found> found = PlainPath.at(new ObjectMapper().readTree(JSON), path);
    assertThat(found).isPresent();
    assertThat(found.get().value()).isEqualTo(restAssured().get(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data.size()",
        "data[-1]",
        "data[2]",
        "data[0].id.x",
        "meta.next.x",
        "meta[0]",
        "two.x",
        "some.id",
        "data.find { it.n == 1 }",
        "data.",
        "data..id",
        "'data'"
      })
  void everyOtherIsLeftToRestAssured(String path) throws Exception {
    assertThat(PlainPath.at(new ObjectMapper().readTree(JSON), path)).isEmpty();
  }

  private static JsonPath restAssured() {
    return JsonPath.from(JSON)
        .using(JsonPathConfig.jsonPathConfig().numberReturnType(NumberReturnType.DOUBLE));
  }
}
