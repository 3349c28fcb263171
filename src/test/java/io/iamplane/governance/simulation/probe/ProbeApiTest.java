package io.iamplane.governance.simulation.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes are saved, listed and deleted like any other resource. */
@QuarkusTest
class ProbeApiTest {

  private static final String PROBE =
      "{'name': '%s', 'question': {'subject': 'user:ann', 'permission': 'warehouse:stock.read',"
          + " 'context': {'amount': 5.5, 'tags': ['a']}}, 'expect': 'deny'}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aProbeIsSavedAsItWasSentAndAnnounced() {
    String id = tenant.made("policy/probes", PROBE.formatted("one"));
    tenant.made("policy/probes", PROBE.formatted("two"));

    tenant
        .get("policy/probes")
        .statusCode(200)
        .body("data.name", contains("one", "two"))
        .body("data[0].id", equalTo(id))
        .body("data[0].expect", equalTo("deny"))
        .body("data[0].question.context.amount", equalTo(5.5))
        .body("next_cursor", nullValue());
    tenant.get("policy/probes?limit=1").body("data", hasSize(1));
    tenant
        .get("audit/events?type=iam.probe.created")
        .body("data", hasSize(2))
        .body("data[0].target.type", equalTo("probe"));
    tenant.delete("policy/probes/" + id).statusCode(200).body("data.name", equalTo("one"));
    tenant.delete("policy/probes/" + id).statusCode(404);
    tenant.get("policy/probes").body("data.name", contains("two"));
    tenant.get("audit/events?type=iam.probe.deleted").body("data", hasSize(1));
  }

  @Test
  void aRepeatWithTheSameKeyMakesNoSecondOne() {
    String first = repeated().then().statusCode(201).extract().path("data.id");
    String second = repeated().then().statusCode(201).extract().path("data.id");
    assertThat(second).isEqualTo(first);
    tenant.get("policy/probes").body("data", hasSize(1));
  }

  private Response repeated() {
    return tenant
        .request()
        .header("Idempotency-Key", "probe-1")
        .contentType(ContentType.JSON)
        .body(PROBE.formatted("one").replace('\'', '"'))
        .post(AdminTenant.PATH + "policy/probes");
  }

  @Test
  void aNameNamesOneProbe() {
    tenant.made("policy/probes", PROBE.formatted("one"));
    tenant.post("policy/probes", PROBE.formatted("one")).statusCode(409);
    new AdminTenant(platform).made("policy/probes", PROBE.formatted("one"));
  }

  @Test
  void thereAreSoManyAndNoMore() throws Exception {
    Rows.update(
        "INSERT INTO iam_policy_probes (organization_id, id, name, question, expected, created_at)"
            + " SELECT '%s', gen_random_uuid(), 'p' || n, '{}', 'deny', now()"
                .formatted(tenant.organization().id())
            + " FROM generate_series(1, 1000) n");
    tenant
        .post("policy/probes", PROBE.formatted("one too many"))
        .statusCode(409)
        .body("detail", containsString("1000 probes"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | name",
        "{'name': ' ', 'question': {}, 'expect': 'deny'} | name",
        "{'name': 'n', 'expect': 'deny'} | question",
        "{'name': 'n', 'question': 5, 'expect': 'deny'} | question",
        "{'name': 'n', 'question': {}, 'expect': 'deny'} | question.subject",
        "{'name': 'n', 'question': {'subject': 'user:a'}, 'expect': 'deny'} | question.permission",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'bare'},"
            + " 'expect': 'deny'} | question.permission",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'resource': 'bare'}, 'expect': 'deny'} | question.resource",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b', 'at': 'noon'},"
            + " 'expect': 'deny'} | question.at",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b', 'explain': true},"
            + " 'expect': 'deny'} | question.explain",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'context': {'n': [1, 1e300]}}, 'expect': 'deny'} | question.context.n[1]",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'context': {'n': 1e-300}}, 'expect': 'deny'} | question.context.n",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'context': {'a': 'x\\u0000'}}, 'expect': 'deny'} | question.context.a",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'context': {'x\\u0000': 1}}, 'expect': 'deny'} | question.context",
        "{'name': 'n', 'question': {'subject': 'user:a', 'permission': 'a:b',"
            + " 'context': {'a': '\\ud800'}}, 'expect': 'deny'} | question.context.a",
        "{'name': 'n', 'question': {'subject': 'user:a\\u0000b', 'permission': 'a:b'},"
            + " 'expect': 'deny'} | question.subject"
      })
  void badInputNamesThePlace(String body, String place) {
    tenant.post("policy/probes", body).statusCode(422).body("errors", hasKey(place));
  }

  @Test
  void aQuestionIsOfBoundedSize() {
    tenant
        .post(
            "policy/probes", PROBE.formatted("large").replace("'a'", "'" + "x".repeat(9_000) + "'"))
        .statusCode(422)
        .body("errors", hasKey("question"));
  }

  /** The column writes some numbers longer than the client sent them. */
  @Test
  void aSavedQuestionOfAnySizeIsAsked() throws Exception {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("policy/probes", PROBE.formatted("one"));
    Rows.update(
        "UPDATE iam_policy_probes SET question = jsonb_set(question, '{context,n}',"
            + " (SELECT jsonb_agg(1e300) FROM generate_series(1, 28))) WHERE organization_id = '%s'"
                .formatted(tenant.organization().id()));
    tenant.post("policy/regression", "{}").statusCode(200).body("data.probes", equalTo(1));
  }

  @Test
  void readingAndWritingAreTwoPermissions() {
    String token = platform.token(platform.clientWithoutRights(tenant.organization()));
    tenant.as(token).get("policy/probes").statusCode(403);
    tenant.as(token).post("policy/probes", PROBE.formatted("one")).statusCode(403);
  }
}
