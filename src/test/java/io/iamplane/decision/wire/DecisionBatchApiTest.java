package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code decisions/batch}: defaults, semantics, bounds, and equal to singles. */
@QuarkusTest
class DecisionBatchApiTest extends ShopTenant {

  @Test
  void aBatchTakesDefaultsAndReplacesThem() {
    List<Integer> versions =
        post(
                token,
                "batch",
                """
                {'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42',
                 'checks': [{}, {'resource': {'type': 'order', 'id': '7'}}, {'subject': 'user:bob'},
                   {'permission': 'shop:order.pay', 'resource': null, 'current_aal': 'aal2'}]}
                """)
            .statusCode(200)
            .body("data.decisions.allowed", equalTo(List.of(true, false, false, true)))
            .extract()
            .path("data.decisions.policy_version");
    assertThat(versions).hasSize(4).containsOnly(versions.getFirst());
  }

  @ParameterizedTest
  @CsvSource({"execute_all, 3", "deny_on_first_deny, 2", "permit_on_first_permit, 1"})
  void aBatchEndsAsItsSemanticSays(String semantic, int answers) {
    post(
            token,
            "batch",
            """
            {'subject': 'user:ann', 'permission': 'shop:order.read', 'semantic': '%s',
             'checks': [{'resource': 'order:42'}, {'resource': 'order:7'},
               {'resource': 'order:42'}]}
            """
                .formatted(semantic))
        .statusCode(200)
        .body("data.decisions", hasSize(answers));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                           | checks",
        "{'checks': []}                                               | checks",
        "{'checks': {}}                                               | checks",
        "{'checks': [7]}                                              | checks[0]",
        "{'checks': [{'subject': 'user:a', 'permission': 'a:b'}, {}]} | checks[1].permission",
        "{'checks': [{'subject': 'user:a', 'permission': 'a:b', 'organization': 'x'}]} | checks[0].organization",
        "{'checks': [{'subject': 'user:a', 'permission': 'a:b', 'checks': []}]} | checks[0].checks",
        "{'checks': [{'subject': 'a', 'permission': 'a:b'}]}          | checks[0].subject",
        "{'checks': [{'subject': 'user:a', 'permission': 'a:b'}], 'semantic': 'any'} | semantic",
        "{'checks': [{'subject': 'user:a', 'permission': 'a:b'}], 'more': 1} | more"
      })
  void aBadBatchNamesThePlace(String body, String place) {
    post(token, "batch", body).statusCode(422).body("errors", hasKey(place));
  }

  @Test
  void aBatchHoldsAThousand() throws Exception {
    post(token, "batch", JSON.writeValueAsString(batch(1_000)))
        .statusCode(200)
        .body("data.decisions", hasSize(1_000));
    post(token, "batch", JSON.writeValueAsString(batch(1_001)))
        .statusCode(422)
        .body("errors", hasKey("checks"));
  }

  /** 0.9 MB of context, asked about a thousand times: read once, so that it costs like one. */
  @Test
  void aLargeDefaultIsSharedByAllChecks() throws Exception {
    ObjectNode batch = batch(1_000);
    ArrayNode texts = batch.putObject("context").putArray("x");
    for (int i = 0; i < 9_000; i++) {
      texts.add("x".repeat(97));
    }
    post(token, "batch", JSON.writeValueAsString(batch))
        .statusCode(200)
        .body("data.decisions", hasSize(1_000));
  }

  @Test
  void contextsAndPropertiesAreBounded() throws Exception {
    ObjectNode wide = batch(2);
    ArrayNode values = wide.putObject("context").putArray("x");
    for (int i = 0; i < 20_000; i++) {
      values.add(i);
    }
    post(token, "batch", JSON.writeValueAsString(wide))
        .statusCode(422)
        .body("errors", hasKey("checks[0].context"));
    ObjectNode deep = batch(1);
    ObjectNode inner =
        deep.putObject("subject").put("type", "user").put("id", "ann").putObject("properties");
    for (int i = 0; i < 9; i++) {
      inner = inner.putObject("x");
    }
    post(token, "batch", JSON.writeValueAsString(deep))
        .statusCode(422)
        .body("errors", hasKey("checks[0].subject.properties"));
  }

  private static ObjectNode batch(int size) {
    ObjectNode batch = JSON.createObjectNode();
    batch.put("subject", "user:ann").put("permission", "shop:order.read");
    ArrayNode checks = batch.putArray("checks");
    for (int i = 0; i < size; i++) {
      checks.addObject().put("resource", "order:" + i);
    }
    return batch;
  }

  /** Generated questions: asked one by one and as one batch they have the same answers. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aBatchEqualsSingles(long seed) throws Exception {
    Random random = new Random(seed);
    ObjectNode batch = JSON.createObjectNode();
    ArrayNode checks = batch.putArray("checks");
    List<String> singles = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ObjectNode check = JSON.createObjectNode();
      check.put("subject", random.nextInt(4) == 0 ? "user:bob" : "user:ann");
      check.put(
          "permission",
          List.of("shop:order.read", "shop:order.pay", "shop:nothing").get(random.nextInt(3)));
      if (random.nextBoolean()) {
        check.put("resource", "order:" + (random.nextBoolean() ? 42 : random.nextInt(50)));
      }
      if (random.nextBoolean()) {
        check.put("current_aal", "aal" + (1 + random.nextInt(3)));
      }
      checks.add(check);
      singles.add(essence(post(token, "check", check.toString()).extract().jsonPath(), "data"));
    }
    JsonPath answers = post(token, "batch", batch.toString()).statusCode(200).extract().jsonPath();
    for (int i = 0; i < singles.size(); i++) {
      assertThat(essence(answers, "data.decisions[" + i + "]"))
          .as("seed %d, check %d", seed, i)
          .isEqualTo(singles.get(i));
    }
  }

  /** All of an answer but the name that each decision has for itself. */
  private static String essence(JsonPath answer, String at) {
    Map<String, Object> decision = new TreeMap<>(answer.getMap(at));
    assertThat(decision.remove("decision_id")).isNotNull();
    return decision.toString();
  }
}
