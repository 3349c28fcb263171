package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonObjects objects = new JsonObjects();

  /** A thousand checks that share a default cost one conversion, and one object in memory. */
  @Test
  void anObjectIsConvertedOnceHoweverManyShareIt() {
    ObjectNode context = JSON.createObjectNode().put("x", "x".repeat(900_000));
    JsonObjects.Converted first = objects.convert(context);
    for (int i = 0; i < 1_000; i++) {
      assertThat(objects.convert(context)).isSameAs(first);
    }
    assertThat(objects.conversions()).isEqualTo(1);
  }

  /** Looked up by identity: an equal object elsewhere would have to be compared to be found. */
  @Test
  void equalObjectsAreNotCompared() {
    objects.convert(JSON.createObjectNode().put("x", 1));
    objects.convert(JSON.createObjectNode().put("x", 1));
    assertThat(objects.conversions()).isEqualTo(2);
  }

  /** It would be compared as another number than the request says. */
  @ParameterizedTest
  @ValueSource(strings = {"1e309", "-1e309", "[1, 1e309]", "{\"y\": 1e999}"})
  void aNumberBeyondTheRangeOfADoubleIsRefused(String value) throws Exception {
    assertThat(objects.convert(JSON.readTree("{\"x\": " + value + "}")))
        .isEqualTo(
            new JsonObjects.Refused(
                "must not contain a number beyond the range of a double, about 1.8e308"));
  }

  @Test
  void aWholeNumberOfAnySizeIsRefusedLikewise() throws Exception {
    assertThat(objects.convert(JSON.readTree("{\"x\": 1" + "0".repeat(400) + "}")))
        .isInstanceOf(JsonObjects.Refused.class);
    assertThat(objects.convert(JSON.readTree("{\"x\": 1" + "0".repeat(300) + "}")))
        .isInstanceOf(JsonObjects.Values.class);
  }

  @Test
  void membersValuesAndDepthAreBounded() {
    ObjectNode members = JSON.createObjectNode();
    for (int i = 0; i < 200; i++) {
      members.put("m" + i, i);
    }
    assertThat(objects.convert(members)).isInstanceOf(JsonObjects.Values.class);
    assertThat(new JsonObjects().convert(members.put("more", 1)))
        .isInstanceOf(JsonObjects.Refused.class);

    ObjectNode values = JSON.createObjectNode();
    ArrayNode array = values.putArray("x");
    for (int i = 0; i < 9_998; i++) {
      array.add(i);
    }
    assertThat(objects.convert(values)).isInstanceOf(JsonObjects.Values.class);
    array.add(1);
    assertThat(new JsonObjects().convert(values)).isInstanceOf(JsonObjects.Refused.class);

    ObjectNode deep = JSON.createObjectNode();
    ObjectNode inner = deep;
    for (int i = 0; i < 8; i++) {
      inner = inner.putObject("x");
    }
    assertThat(objects.convert(deep)).isInstanceOf(JsonObjects.Values.class);
    inner.putObject("x");
    assertThat(new JsonObjects().convert(deep)).isInstanceOf(JsonObjects.Refused.class);
  }
}
