package io.iamplane.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that look the same are the same wherever a client gives one. */
@QuarkusTest
class VisibleIdsApiTest {

  private static final String COMPOSED = "jos\u00E9";
  private static final String DECOMPOSED = "jose\u0301";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      textBlock =
          """
          users            | {'name': 'A', 'external_id': '%s'}
          groups           | {'key': 'g', 'name': 'A', 'external_id': '%s'}
          groups           | {'key': '%s', 'name': 'A'}
          service-accounts | {'name': 'A', 'external_id': '%s'}
          """)
  void bothFormsNameOneEntry(String path, String body) {
    String id = tenant.made(path, body.formatted(DECOMPOSED));
    for (String name : new String[] {COMPOSED, DECOMPOSED}) {
      tenant.get(path + "/" + name).statusCode(200).body("data.id", equalTo(id));
    }
    for (String same : new String[] {COMPOSED, DECOMPOSED}) {
      tenant.post(path, body.replace("'g'", "'h'").formatted(same)).statusCode(409);
    }
    assertThat(tenant.get(path + "/" + id).extract().asString())
        .contains(COMPOSED)
        .doesNotContain(DECOMPOSED);
  }

  @Test
  void bothFormsAreOneSubjectAndOneObjectOfRightsAndQuestions() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'A', 'external_id': '%s'}".formatted(DECOMPOSED));
    tenant
        .post("relations", relation(COMPOSED, DECOMPOSED))
        .statusCode(200)
        .body("data.tuple.object", equalTo("site:" + COMPOSED));
    tenant
        .post("relations", relation(DECOMPOSED, COMPOSED))
        .statusCode(200)
        .body("data.unchanged", equalTo(1));
    tenant
        .post(
            "grants",
            ("{'subject': 'user:%s', 'privilege_type': 'permission', 'privilege_key':"
                    + " 'warehouse:stock.read', 'resource': 'site:%s'}")
                .formatted(COMPOSED, DECOMPOSED))
        .statusCode(201)
        .body("data.resource", equalTo("site:" + COMPOSED));
    for (String form : new String[] {COMPOSED, DECOMPOSED}) {
      asked("'subject': 'user:%1$s', 'permission': 'warehouse:stock.read',", form);
      asked("'subject': 'user:%1$s', 'relation': 'keeper', 'application': 'warehouse',", form);
      asked(
          "'subject': {'type': 'user', 'id': '%1$s'}, 'permission': 'warehouse:stock.read',", form);
      evaluated(form);
    }
    tenant
        .delete(
            "relations?subject=user:%s&relation=keeper&object=site:%s"
                .formatted(DECOMPOSED, DECOMPOSED))
        .statusCode(200);
  }

  private static String relation(String subject, String object) {
    return "{'subject': 'user:%s', 'relation': 'keeper', 'object': 'site:%s'}"
        .formatted(subject, object);
  }

  private void asked(String question, String form) {
    String body = "{" + (question + " 'resource': 'site:%1$s'}").formatted(form);
    assertThat(
            AnswerJson.at(tenant.post("decisions/check", body).statusCode(200), "/data/allowed")
                .booleanValue())
        .as(body)
        .isTrue();
    tenant
        .post("decisions/batch", "{'checks': [%s]}".formatted(body))
        .statusCode(200)
        .body("data.decisions[0].allowed", equalTo(true));
  }

  private void evaluated(String form) {
    String body =
        ("{'subject': {'type': 'user', 'id': '%1$s'}, 'action': {'name': 'keeper'}, 'resource':"
                + " {'type': 'site', 'id': '%1$s'}, 'context': {'application': 'warehouse'}}")
            .formatted(form);
    tenant
        .request()
        .contentType("application/json")
        .body(body.replace('\'', '"'))
        .post("/access/v1/evaluation")
        .then()
        .statusCode(200)
        .body("decision", equalTo(true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      textBlock =
          """
          users | external_id | {'name': 'A', 'external_id': '%s'}
          groups | external_id | {'key': 'g', 'name': 'A', 'external_id': '%s'}
          groups | key | {'key': '%s', 'name': 'A'}
          groups/staff/members | member_id | {'member_type': 'user', 'member_id': '%s'}
          service-accounts | external_id | {'name': 'A', 'external_id': '%s'}
          grants | subject | {'subject': 'agent:%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}
          grants | resource | {'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk', 'resource': 'site:%s'}
          relations | subject | {'subject': 'user:%s', 'relation': 'keeper', 'object': 'site:a'}
          relations | object | {'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:%s'}
          """)
  void invisibleCharactersAreRefusedByName(String path, String member, String body) {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    for (String character : new String[] {"200B", "202E", "00AD", "FEFF", "00A0", "200D"}) {
      String id = "a" + Character.toString(Integer.parseInt(character, 16)) + "b";
      tenant
          .post(path, body.formatted(id))
          .statusCode(422)
          .body("errors." + member + "[0]", containsString("U+" + character));
    }
  }

  @Test
  void contextualRelationsAreRefusedToo() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant
        .post(
            "decisions/check",
            "{'subject': 'user:ann', 'permission': 'warehouse:stock.read', 'contextual_relations':"
                + " [{'subject': 'user:a\u200Bb', 'relation': 'keeper', 'object': 'site:a'}]}")
        .statusCode(422)
        .body(containsString("U+200B"));
  }
}
