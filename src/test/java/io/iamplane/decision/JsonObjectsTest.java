package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

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
