package io.iamplane.panel;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The demo tenant, with a policy, a history and open work. */
final class PanelTenant {

  private static final String API = "/api/iam/v1/";
  private static final String HOOK = "https://hooks.example.com/panel";
  private static final Path MANIFEST = Path.of("docs/examples/warehouse.json");

  /** Names by external id: usual, hostile, from right to left, and long without a space. */
  private static final Map<String, String> PEOPLE =
      Map.of(
          "ann", "Ann Arber",
          "bob", "Bob Berg",
          "eve", "<script>alert(\"x\")</script>",
          "dalia", "داليا الأحمد",
          "fox", "🦊 " + "Foxglove-".repeat(20));

  /** So many more people with a grant, for a review of some length. */
  private static final int WORKERS = 12;

  /** So many events that no webhook took: each replay of the journeys has its own. */
  private static final int LETTERS = 5;

  private final String token;

  PanelTenant() {
    this(DemoTenant.TENANT_CLIENT, DemoTenant.TENANT_SECRET);
  }

  private PanelTenant(String client, String secret) {
    this.token =
        AnswerJson.text(
            given()
                .auth()
                .preemptive()
                .basic(client, secret)
                .formParam("grant_type", "client_credentials")
                .post("/oauth/token")
                .then()
                .statusCode(200),
            "/access_token");
  }

  /** Makes a person who administers the platform, unless a first try did. */
  static void platformAdministrator(String id) {
    PanelTenant of = new PanelTenant(DemoTenant.PLATFORM_CLIENT, DemoTenant.PLATFORM_SECRET);
    if (given().auth().oauth2(of.token).get(API + "users/" + id).statusCode() == 404) {
      of.post("users", 201, Map.of("external_id", id, "name", "Pia, of the platform"));
      of.grant(id, "role", "iam:iam-admin", Map.of());
    }
  }

  /** Makes policy and history, which may be there from a first try, and a new review. */
  void fill(String reviewer) throws IOException, SQLException {
    if (given().auth().oauth2(token).get(API + "applications/warehouse").statusCode() == 404) {
      makePolicy();
    }
    post(
        "decisions/batch",
        200,
        Map.of(
            "checks",
            IntStream.range(0, 60)
                .mapToObj(i ->
                    Map.of(
                        "subject", i % 3 == 0 ? "user:ann" : "user:bob",
                        "permission",
                            i % 2 == 0 ? "warehouse:stock.read" : "warehouse:stock.adjust"))
                .toList()));
    String campaign =
        AnswerJson.text(
            post(
                "access-reviews/campaigns",
                201,
                Map.of(
                    "name", "Warehouse",
                    "scope_json", Map.of("application_keys", List.of("warehouse")),
                    "reviewer_strategy", "named",
                    "reviewer", reviewer,
                    "on_unconfirmed", "keep",
                    "due_at", "2199-12-01T00:00:00Z",
                    "max_blast_radius", 1)),
            "/data/id");
    post("access-reviews/campaigns/" + campaign + "/open", 200, Map.of());
    submitNext();
    for (int i = 0; i < LETTERS; i++) {
      dieLetter(i);
    }
    post("audit/checkpoints", 201, Map.of());
    post("audit/verify-chain", 200, Map.of());
  }

  /** Leaves a manifest with one more permission, which nobody has decided. */
  private void submitNext() throws IOException {
    String first = "{\"key\": \"stock.read\"}";
    String next = Files.readString(MANIFEST).replace(first, first + ", {\"key\": \"stock.count\"}");
    int status =
        given()
            .auth()
            .oauth2(token)
            .contentType("application/json")
            .body(next)
            .post(API + "applications/warehouse/manifests")
            .statusCode();
    assertThat(status).isIn(200, 201);
  }

  /** A person of another organization; the id. */
  static String stranger(TestPlatform platform) {
    return new AdminTenant(platform)
        .made("users", "{'external_id': 'stranger', 'name': 'Stranger'}");
  }

  /** Leaves an event undelivered, as after many attempts; no worker runs beside tests. */
  private static void dieLetter(int number) throws SQLException {
    int made =
        Rows.update(
            """
            INSERT INTO iam_webhook_deliveries (id, organization_id, webhook_id, seq, event_type,
              status, tries, next_attempt_at, finished_at, last_error)
            SELECT '%s', w.organization_id, w.id, m.seq, m.event_type,
              'dead', 12, now(), now(), 'The host name could not be resolved.'
            FROM iam_webhooks w JOIN iam_outbox_messages m USING (organization_id)
            WHERE w.url = '%s' AND m.event_type = 'iam.user.created'
            ORDER BY m.seq DESC LIMIT 1 OFFSET %d
            """
                .formatted(UuidV7.next(), HOOK, number));
    assertThat(made).isOne();
  }

  private void makePolicy() throws IOException {
    String manifest =
        AnswerJson.text(
            given()
                .auth()
                .oauth2(token)
                .contentType("application/json")
                .body(Files.readString(MANIFEST))
                .post(API + "applications/warehouse/manifests")
                .then()
                .statusCode(201),
            "/data/id");
    post("manifests/" + manifest + "/apply", 200, Map.of());
    post("webhooks", 201, Map.of("url", HOOK, "event_filters", List.of("iam.user.created")));
    PEOPLE.forEach((id, name) -> post("users", 201, Map.of("external_id", id, "name", name)));
    String auditors =
        AnswerJson.text(
            post("groups", 201, Map.of("key", "auditors", "name", "Auditors")), "/data/id");
    relate("group:" + auditors + "#member", "viewer", "folder:2026");
    relate("folder:2026", "parent", "document:stocktaking");
    grant("ann", "role", "warehouse:keeper", Map.of());
    for (int i = 1; i <= WORKERS; i++) {
      post("users", 201, Map.of("external_id", "worker-" + i, "name", "Worker " + i));
      grant("worker-" + i, "role", "warehouse:clerk", Map.of());
    }
    grant("dalia", "role", "warehouse:clerk", Map.of());
    grant("eve", "role", "warehouse:clerk", Map.of());
    grant(
        "bob",
        "permission",
        "warehouse:stock.adjust",
        Map.of("condition", "context.quantity <= 10"));
  }

  private void grant(String user, String type, String key, Map<String, String> more) {
    Map<String, String> grant =
        new HashMap<>(
            Map.of("subject", "user:" + user, "privilege_type", type, "privilege_key", key));
    grant.putAll(more);
    post("grants", 201, grant);
  }

  private void relate(String subject, String relation, String object) {
    post("relations", 200, Map.of("subject", subject, "relation", relation, "object", object));
  }

  private ValidatableResponse post(String path, int status, Object body) {
    return given()
        .auth()
        .oauth2(token)
        .contentType("application/json")
        .body(body)
        .post(API + path)
        .then()
        .statusCode(status);
  }
}
