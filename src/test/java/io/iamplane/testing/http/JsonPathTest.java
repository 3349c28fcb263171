package io.iamplane.testing.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {

  private static final JsonPath JSON =
      JsonPath.from(
          """
          {"data": [
             {"id": 1, "kind": "a", "tags": ["x", "y"], "after": {"name": "One"}},
             {"id": 2, "kind": "b", "tags": [], "after": {"name": null}},
             {"id": 3, "kind": "b", "tags": ["z"]}],
           "x-size": 7, "errors": {"a.b[0]": ["wrong"], "size": "small"}, "none": null}
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "data[0].id                           | 1",
        "data[0].after.name                   | \"One\"",
        "data[2].after.name                   | null",
        "data[1].after.name.more               | null",
        "data[4].id                           | null",
        "none                                 | null",
        "absent.more                          | null",
        "x-size                               | 7",
        "errors.'a.b[0]'[0]                   | \"wrong\"",
        "errors.size                          | \"small\"",
        "errors.size()                        | 2",
        "data.size()                          | 3",
        "size()                               | 4",
        "data.id                              | [1,2,3]",
        "data.tags                            | [[\"x\",\"y\"],[],[\"z\"]]",
        "data[0].tags[1]                      | \"y\"",
        "data.find { it.kind == 'b' }.id      | 2",
        "data.find { it.kind != 'a' }.id      | 2",
        "data.find { it.kind == 'c' }.id      | null",
        "data.findAll { it.kind == 'b' }.id   | [2,3]",
        "data.findAll { it.kind == 'c' }      | []",
        "data.find { it.after.name == 'One' }.id | 1"
      })
  void aPathReadsWhatStandsThere(String path, String expected) throws Exception {
    assertThat(new ObjectMapper().writeValueAsString(JSON.get(path))).isEqualTo(expected);
  }

  @Test
  void aListGivesTheMembersOfItsElementsThatAreThere() {
    JsonPath list = JsonPath.from("[{\"a\": 1}, null, {\"b\": 2}]");
    assertThat(list.getList("a")).containsExactly(1, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "$"})
  void theWholeIsAMapOrAList(String path) {
    assertThat(JSON.getMap(path)).containsOnlyKeys("data", "x-size", "errors", "none");
    assertThat(JsonPath.from("[1, 2]").getList(path)).isEqualTo(List.of(1, 2));
  }

  @Test
  void valuesHaveTheTypesThatMatchersCompare() {
    JsonPath numbers =
        JsonPath.from("[1, 3000000000, 100000000000000000000, 2.5, true, \"1\", {\"a\": 1}]");
    assertThat(numbers.<Object>get(""))
        .isEqualTo(
            List.of(
                1,
                3_000_000_000L,
                new BigInteger("100000000000000000000"),
                2.5,
                true,
                "1",
                Map.of("a", 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"data[0].id.more", "errors[0]", "x-size.size()", "data.tags.x"})
  void aStepThatDoesNotApplyFailsWithThePath(String path) {
    assertThatThrownBy(() -> JSON.get(path))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(path)
        .hasMessageContaining("x-size=7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"data.collect { it.id }", "data.", "data..id", "a b", ".data", "data[-1]"})
  void aPathOfAnotherFormIsRefused(String path) {
    assertThatThrownBy(() -> JSON.get(path)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{} {}", "no JSON"})
  void whatIsNotJsonFails(String text) {
    assertThatThrownBy(() -> JsonPath.from(text))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(text);
  }
}
