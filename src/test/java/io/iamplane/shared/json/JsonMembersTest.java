package io.iamplane.shared.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IamException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one reader of JSON objects that are not bound to records. */
class JsonMembersTest {

  private final List<String> errors = new ArrayList<>();

  @Test
  void everyErrorHasItsPlaceAndReadingGoesOn() {
    JsonMembers body =
        body(JsonForm.PHP, "{'a': 1, 'b': {'c': 'x', 'd': 2}, 'e': [{'f': true}, 7], 'g': ['', 3]}")
            .only(Set.of("a", "b", "e", "g"));
    assertThat(body.text("a")).isNull();
    assertThat(body.object("b").only(Set.of("c")).text("c")).isEqualTo("x");
    assertThat(body.objects("e", 2))
        .hasSize(2)
        .first()
        .extracting(e -> e.flag("f"))
        .isEqualTo(true);
    assertThat(body.texts("g", 2, TextRule.line(5))).isEmpty();
    assertThat(errors)
        .containsExactly(
            "a: must be a string",
            "b.d: unknown field; allowed: c",
            "e[1]: must be an object",
            "g[0]: must be 1 to 5 characters long and not blank",
            "g[1]: must be a string");
  }

  @ParameterizedTest
  @EnumSource(JsonForm.class)
  void whatIsNotThereIsAbsentInEveryForm(JsonForm form) {
    JsonMembers body = body(form, "{}");
    assertThat(body.has("a")).isFalse();
    assertThat(body.text("a")).isNull();
    assertThat(body.flag("a")).isNull();
    assertThat(body.time("a")).isNull();
    assertThat(body.choice("a", Aal.class)).isNull();
    assertThat(body.objects("a", 1)).isEmpty();
    assertThat(body.texts("a", 1, TextRule.ANY)).isEmpty();
    assertThat(body.tree("a")).isNotNull().isEmpty();
    assertThat(body.object("a").require("b")).isFalse();
    assertThat(errors).as("what may be left out is no error").isEmpty();
    assertThat(body.require("a")).isFalse();
    assertThat(errors).containsExactly("a: is required");
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, null, must be a string",
    "PHP,   null, ",
    "TABLE, null, ",
    "TABLE, '''''', ",
    "EXACT, [], must be a string",
    "PHP,   [], must be a string"
  })
  void formsDifferInWhatLeavesAMemberOut(JsonForm form, String value, String error) {
    assertThat(body(form, "{'a': " + value + "}").text("a")).isNull();
    assertThat(errors).isEqualTo(error == null ? List.of() : List.of("a: " + error));
  }

  @Test
  void anEmptyListIsAnEmptyObjectAsPhpWritesItAndNowhereElse() {
    assertThat(body(JsonForm.PHP, "{'a': []}").tree("a")).isNotNull().isEmpty();
    assertThat(body(JsonForm.PHP, "[]").isReadable()).isTrue();
    assertThat(errors).isEmpty();
    assertThat(body(JsonForm.EXACT, "{'a': []}").tree("a")).isNull();
    assertThat(body(JsonForm.TABLE, "{'a': []}").tree("a")).isNull();
    assertThat(body(JsonForm.PHP, "{'a': [1]}").tree("a")).isNull();
    assertThat(errors).containsOnly("a: must be an object").hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "'x'", "[1]", "true"})
  void whatIsNoObjectIsOneErrorAndHasNoMembers(String json) {
    JsonMembers none = body(JsonForm.PHP, json).only(Set.of());
    assertThat(none.isReadable()).isFalse();
    assertThat(none.require("a")).isFalse();
    assertThat(errors).containsExactly(": must be an object");
  }

  @Test
  void anAbsentMemberComesWholeFromTheDefaults() {
    JsonMembers defaults = body(JsonForm.PHP, "{'a': {'x': '1', 'y': '2'}, 'b': 'outer'}");
    JsonMembers body = body(JsonForm.PHP, "{'a': {'x': '3'}, 'b': null}").withDefaults(defaults);
    assertThat(body.object("a").text("x")).isEqualTo("3");
    assertThat(body.object("a").text("y")).as("no member of a default's member").isNull();
    assertThat(body.text("b")).isEqualTo("outer");
    JsonMembers exact = body(JsonForm.EXACT, "{'b': null}").withDefaults(defaults);
    assertThat(exact.text("b")).as("null is a value").isNull();
    assertThat(errors).containsExactly("b: must be a string");
  }

  @Test
  void valuesOfOtherKindsNameWhatIsAllowed() {
    JsonMembers body =
        body(JsonForm.PHP, "{'f': 'yes', 't': 'soon', 'c': 'AAL1', 'l': {}, 'm': [1, 2, 3]}");
    assertThat(body.flag("f")).isNull();
    assertThat(body.time("t")).isNull();
    assertThat(body.choice("c", Aal.class)).isNull();
    assertThat(body.objects("l", 2)).isNull();
    assertThat(body.objects("m", 2)).isNull();
    assertThat(errors)
        .containsExactly(
            "f: must be true or false",
            "t: must be a time such as 2030-01-31T12:00:00Z",
            "c: must be one of aal1, aal2, aal3",
            "l: must be a list",
            "m: must have at most 2 items, but has 3");
    JsonMembers valid = body(JsonForm.PHP, "{'t': '2030-01-31T12:00:00Z', 'c': 'aal2'}");
    assertThat(valid.time("t")).isEqualTo(Instant.parse("2030-01-31T12:00:00Z"));
    assertThat(valid.choice("c", Aal.class)).isEqualTo(Aal.AAL2);
  }

  @Test
  void theFirstErrorMayBeTheRefusal() {
    JsonMembers body = JsonMembers.of(JsonForm.EXACT, FieldErrors.FIRST, "jwks", json("{'k': 1}"));
    assertThatThrownBy(() -> body.text("k"))
        .isInstanceOfSatisfying(
            IamException.class, refusal -> assertThat(refusal.errors()).containsOnlyKeys("jwks.k"));
  }

  @Test
  void collectedErrorsKeepTheFirstOfAPlace() {
    ValidationErrors collected = new ValidationErrors();
    collected.refuse();
    collected.add("a", "first");
    collected.add("a", "second");
    assertThat(collected.size()).isEqualTo(1);
    assertThatThrownBy(collected::refuse)
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.errors()).containsEntry("a", List.of("first")));
  }

  private JsonMembers body(JsonForm form, String text) {
    return JsonMembers.of(
        form, (place, message) -> errors.add(place + ": " + message), "", json(text));
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
