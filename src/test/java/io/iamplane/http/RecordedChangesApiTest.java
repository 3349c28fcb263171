package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.http.admin.Resources;
import io.iamplane.signin.PlayedSignIns;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every change by an operation of the OpenAPI document is recorded and announced, unless it is
 * rolled back. The requests are those of {@code docs/admin-api.md}, and of the operations that it
 * leaves out, each sent twice: with a commit that fails, and without.
 */
@QuarkusTest
class RecordedChangesApiTest {

  private static final Path OPENAPI = Path.of("src/main/resources/META-INF/iam/openapi.json");
  private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");

  /** Answer questions about the policy, or hand out tokens; administer nothing. */
  private static final String NO_ADMINISTRATION =
      "POST (/api/iam/v1/decisions/.*|/api/iam/v1/policy/(simulate|regression)|/api/iam/v1/manifests/.*/blast-radius|/access/v1/.*|/oauth/.*)";

  /** An operation that changes nothing and only sends an event. */
  private static final String ANNOUNCEMENT = "POST .*/webhooks/[^/]+/test";

  @Inject TestPlatform platform;
  @Inject FannedOut fannedOut;
  @Inject PlayedSignIns signIns;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Set<String> sent = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();
  private int changes;
  private Set<String> others = Set.of();
  private RecordedState.Reader states;

  @BeforeEach
  void commitsAreWatched() throws SQLException {
    FailingCommits.watch();
    states = new RecordedState.Reader();
  }

  @AfterEach
  void nobodyWatches() throws SQLException {
    states.close();
    FailingCommits.end();
  }

  @Test
  void everyChangeIsRecordedAndNothingElseIs() throws Exception {
    others = Set.copyOf(Rows.texts("SELECT id FROM iam_organizations WHERE kind = 'tenant'"));
    AdminTenant tenant = new AdminTenant(platform);
    tenant.second(); // made while commits succeed
    Map<String, String> names = new HashMap<>();
    for (TourPage.Step step : TourPage.steps(TourPage.text(TourPage.ADMIN))) {
      Supplier<Response> request = () -> TourPage.send(tenant, step, names, new ArrayList<>());
      Response answer =
          WRITING.contains(step.method())
              ? observed(step.method() + " " + step.path(), request)
              : request.get();
      if (answer.contentType().contains("json")) {
        JsonNode shown = mapper.readTree(step.answer());
        TourPage.compare("", shown, mapper.readTree(answer.asString()), names, new ArrayList<>());
      }
    }
    organizations();
    people(tenant);
    keys();
    webhooks(tenant);
    probes(tenant);
    reviews(tenant);
    duties(tenant);
    activation(tenant);
    requests(tenant);
    String resolve = AdminTenant.PATH + "anomalies/" + Resources.anomaly(tenant) + "/resolve";
    observed(
        "POST " + resolve, () -> json(tenant).body("{\"verdict\": \"expected\"}").post(resolve));
    for (String end : List.of("dismiss", "accept")) {
      String path =
          AdminTenant.PATH
              + "recommendations/least-privilege/"
              + Resources.recommendation(tenant)
              + "/"
              + end;
      observed(
          "POST " + path,
          () -> json(tenant).body("{\"reason\": \"It stays as it is\"}").post(path));
    }
    assertThat(faults).isEmpty();
    assertThat(unsent()).as("operations that were never sent").isEmpty();
    assertThat(changes).isGreaterThan(40);
  }

  private void organizations() throws SQLException {
    String token = platform.platformToken();
    String path = AdminTenant.PATH + "organizations";
    String key = "recorded-" + Long.toString(System.nanoTime(), 36);
    String body = "{\"key\": \"%s\", \"name\": \"Recorded\"}".formatted(key);
    Supplier<RequestSpecification> as = () -> platform.as(token).contentType("application/json");
    observed("POST " + path, () -> as.get().body(body).post(path));
    observed(
        "PATCH " + path + "/" + key,
        () -> as.get().body("{\"name\": \"Renamed\"}").patch(path + "/" + key));
    String recovery = path + "/" + key + "/recover-administrator";
    observed("POST " + recovery, () -> as.get().body("{}").post(recovery));
    observed("DELETE " + path + "/" + key, () -> platform.as(token).delete(path + "/" + key));
  }

  private void people(AdminTenant tenant) throws SQLException {
    PlayedSignIns.Person person =
        signIns.person(
            platform.command(),
            tenant.organization().id(),
            tenant.made("users", "{'name': 'Sue Session'}"));
    Supplier<RequestSpecification> as = () -> platform.as(person.token());
    String passkey = AdminTenant.PATH + "me/passkeys/" + person.passkeys().getFirst();
    observed(
        "POST " + passkey + "/rename",
        () ->
            as.get()
                .contentType("application/json")
                .body("{\"name\": \"Phone\"}")
                .post(passkey + "/rename"));
    observed("DELETE " + passkey, () -> as.get().delete(passkey));
    String session = AdminTenant.PATH + "me/sessions/" + person.session();
    observed("DELETE " + session, () -> as.get().delete(session));
  }

  private void keys() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '1 hour',
          activated_at = activated_at - interval '1 hour',
          superseded_at = superseded_at - interval '1 hour'
        """);
    String token = platform.platformToken();
    String path = AdminTenant.PATH + "keys";
    observed("POST " + path + "/rotate", () -> platform.as(token).post(path + "/rotate"));
    String standby =
        Rows.texts(
                "SELECT kid FROM iam_signing_keys WHERE status = 'pending' ORDER BY purpose DESC")
            .getFirst();
    String revocation = path + "/" + standby + "/revoke";
    observed(
        "POST " + revocation,
        () ->
            platform
                .as(token)
                .contentType("application/json")
                .body("{\"reason\": \"lost\"}")
                .post(revocation));
  }

  private void probes(AdminTenant tenant) throws SQLException {
    String path = AdminTenant.PATH + "policy/probes";
    String body =
        "{\"name\": \"ann\", \"expect\": \"deny\","
            + " \"question\": {\"subject\": \"user:ann\", \"permission\": \"a:b\"}}";
    String probe =
        observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    String one = path + "/" + probe;
    observed("DELETE " + one, () -> tenant.request().delete(one));
  }

  private void requests(AdminTenant tenant) throws SQLException {
    Resources.requestable(tenant, "asked");
    String path = AdminTenant.PATH + "access-requests";
    String body = "{\"role_key\": \"asked\", \"justification\": \"Stocktaking\"}";
    String own = observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    String cancel = path + "/" + own + "/cancel";
    observed("POST " + cancel, () -> tenant.request().post(cancel));
    for (String verb : List.of("/reject", "/approve")) {
      String asked = json(tenant.second()).body(body).post(path).then().extract().path("data.id");
      String decide = path + "/" + asked + verb;
      observed("POST " + decide, () -> json(tenant).body("{}").post(decide));
    }
  }

  private void activation(AdminTenant tenant) throws SQLException {
    String own = platform.subject(tenant.administrator()).toString();
    String path = AdminTenant.PATH + "grants/" + Resources.dormant(tenant, own) + "/activate";
    observed(
        "POST " + path, () -> json(tenant).body("{\"justification\": \"Incident\"}").post(path));
  }

  private void duties(AdminTenant tenant) throws SQLException {
    String path = AdminTenant.PATH + "duty-rules";
    String body =
        "{\"name\": \"Both\", \"all_of\": [\"iam:users.read\", \"iam:users.manage\"],"
            + " \"mode\": \"detect\"}";
    String rule =
        observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    String one = path + "/" + rule;
    observed("PATCH " + one, () -> json(tenant).body("{\"mode\": \"enforce\"}").patch(one));
    observed("DELETE " + one, () -> tenant.request().delete(one));
  }

  private void reviews(AdminTenant tenant) throws SQLException {
    String path = AdminTenant.PATH + "access-reviews/campaigns";
    String body =
        "{\"name\": \"Review\", \"reviewer_strategy\": \"named\", \"reviewer\": \"user:bob\","
            + " \"on_unconfirmed\": \"keep\", \"due_at\": \"2199-01-01T00:00:00Z\", \"scope_json\":"
            + " {\"subject_types\": [\"user\", \"group\"]}, \"max_blast_radius\": 1}";
    String kept =
        observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    String left =
        observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    observed(
        "POST " + path + "/" + kept + "/open",
        () -> tenant.request().post(path + "/" + kept + "/open"));
    String item =
        tenant.get("access-reviews/campaigns/" + kept + "/items").extract().path("data[0].id");
    String items = AdminTenant.PATH + "access-reviews/items/" + item;
    observed(
        "POST " + items + "/delegate",
        () -> json(tenant).body("{\"to\": \"user:ann\"}").post(items + "/delegate"));
    for (String verb : List.of("/certify", "/revoke")) {
      observed("POST " + items + verb, () -> json(tenant).body("{}").post(items + verb));
    }
    observed("POST " + items + "/reset", () -> tenant.request().post(items + "/reset"));
    for (String verb : List.of("/close", "/cancel")) {
      String one = path + "/" + (verb.equals("/close") ? kept : left) + verb;
      observed("POST " + one, () -> json(tenant).body("{}").post(one));
    }
  }

  private void webhooks(AdminTenant tenant) throws SQLException {
    String path = AdminTenant.PATH + "webhooks";
    String body = "{\"url\": \"http://localhost:1/\", \"event_filters\": [\"*\"]}";
    String webhook =
        observed("POST " + path, () -> json(tenant).body(body).post(path)).path("data.id");
    String one = path + "/" + webhook;
    observed(
        "PATCH " + one,
        () -> json(tenant).body("{\"event_filters\": [\"iam.user.*\"]}").patch(one));
    observed("POST " + one + "/rotate-secret", () -> tenant.request().post(one + "/rotate-secret"));
    observed("POST " + one + "/test", () -> tenant.request().post(one + "/test"));
    tenant.made("users", "{'name': 'Ed'}");
    tenant.made("users", "{'name': 'Flo'}");
    fannedOut.all();
    dead(webhook);
    String delivery = tenant.get("webhooks/dlq").extract().path("data[0].id");
    String replay = path + "/deliveries/" + delivery + "/replay";
    observed("POST " + replay, () -> tenant.request().post(replay));
    String all = path + "/dlq/replay";
    observed("POST " + all, () -> json(tenant).body("{}").post(all));
    dead(webhook);
    String discarded = path + "/dlq/" + delivery;
    observed("DELETE " + discarded, () -> tenant.request().delete(discarded));
    observed("DELETE " + one, () -> tenant.request().delete(one));
  }

  private static void dead(String webhook) throws SQLException {
    Rows.update(
        "UPDATE iam_webhook_deliveries SET status = 'dead', finished_at = now()"
            + " WHERE webhook_id = '"
            + webhook
            + "'");
  }

  private static RequestSpecification json(AdminTenant tenant) {
    return tenant.request().contentType("application/json");
  }

  /** Sends a request with a failing commit, then once more, and compares the tables. */
  private Response observed(String what, Supplier<Response> request) throws SQLException {
    sent.add(what.replaceFirst("\\?.*", ""));
    RecordedState before = states.without(others);
    FailingCommits.fail();
    Response rolledBack = request.get();
    FailingCommits.succeed();
    RecordedState after = states.without(others);
    if (!after.equals(before)) {
      faults.add(what + ": was rolled back, and left " + after.differences(before));
    }
    Response answer = request.get();
    RecordedState end = states.without(others);
    boolean changed = !end.domain().equals(after.domain());
    long records = end.records() - after.records();
    long messages = end.messages() - after.messages();
    if (changed) {
      changes++;
      if (rolledBack.statusCode() < 400) {
        faults.add(what + ": answered " + rolledBack.statusCode() + " to what was rolled back");
      }
    }
    boolean announces = what.matches(ANNOUNCEMENT);
    if ((changed || announces) != records > 0 || records != messages) {
      faults.add(
          "%s: changed %s, with %d records and %d messages"
              .formatted(what, end.differences(after), records, messages));
    }
    if (changed && answer.statusCode() >= 400) {
      faults.add(what + ": answered " + answer.statusCode() + " and changed something");
    }
    return answer;
  }

  private Set<String> unsent() throws Exception {
    Set<String> left = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path :
        mapper.readTree(OPENAPI.toFile()).path("paths").properties()) {
      for (String method : (Iterable<String>) path.getValue()::fieldNames) {
        String operation = method.toUpperCase(Locale.ROOT) + " " + path.getKey();
        String pattern = operation.replaceAll("\\{[^}]+}", "[^/]+");
        if (WRITING.contains(method.toUpperCase(Locale.ROOT))
            && !operation.matches(NO_ADMINISTRATION)
            && sent.stream().noneMatch(each -> each.matches(pattern))) {
          left.add(operation);
        }
      }
    }
    return left;
  }
}
