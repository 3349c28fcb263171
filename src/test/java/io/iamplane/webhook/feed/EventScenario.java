package io.iamplane.webhook.feed;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.decision.erasure.ErasedTenant;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.governance.anomaly.AnomalyScan;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan;
import io.iamplane.governance.leastprivilege.UsedTenant;
import io.iamplane.governance.review.DueReviews;
import io.iamplane.governance.review.ReviewReminders;
import io.iamplane.key.seal.OldWraps;
import io.iamplane.signin.PlayedSignIns;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** A tenant in which, by the Admin API alone, nearly everything happens that is an event. */
@ApplicationScoped
class EventScenario {

  private final TestPlatform platform;
  private final Commands commands;
  private final FannedOut fanOut;
  private final FlushedLog log;
  private final ErasedTenant erased;
  private final DueReviews due;
  private final ReviewReminders reminders;
  private final AnomalyScan anomalies;
  private final LeastPrivilegeScan leastPrivilege;
  private final RecordedVolume volume;
  private final OldWraps oldWraps;
  private final PlayedSignIns signIns;

  EventScenario(
      TestPlatform platform,
      Commands commands,
      FannedOut fanOut,
      FlushedLog log,
      ErasedTenant erased,
      DueReviews due,
      ReviewReminders reminders,
      AnomalyScan anomalies,
      LeastPrivilegeScan leastPrivilege,
      RecordedVolume volume,
      OldWraps oldWraps,
      PlayedSignIns signIns) {
    this.signIns = signIns;
    this.due = due;
    this.oldWraps = oldWraps;
    this.reminders = reminders;
    this.anomalies = anomalies;
    this.leastPrivilege = leastPrivilege;
    this.volume = volume;
    this.log = log;
    this.erased = erased;
    this.platform = platform;
    this.commands = commands;
    this.fanOut = fanOut;
  }

  AdminTenant play() throws SQLException {
    keys();
    AdminTenant tenant = new AdminTenant(platform);
    // First, while one decision is all that there is to seal.
    tenant.allows("user:ann", "shop:order.read");
    log.await();
    erased.seal();
    String probe =
        tenant.made(
            "policy/probes",
            "{'name': 'Ann reads', 'expect': 'allow',"
                + " 'question': {'subject': 'user:ann', 'permission': 'shop:order.read'}}");
    tenant.delete("policy/probes/" + probe).statusCode(200);
    people(tenant);
    signIns.play(
        platform.command(),
        tenant.organization().id(),
        tenant.made("users", "{'name': 'Sue Session'}"));
    machines(tenant);
    catalogue(tenant);
    policy(tenant);
    reviews(tenant);
    duties(tenant);
    activations(tenant);
    requests(tenant);
    anomalies(tenant);
    recommendations(tenant);
    webhooks(tenant);
    tenant.made("users", "{'name': 'Zoe Gone', 'external_id': 'zoe'}");
    erased.eraseAskedAbout(tenant, "user:zoe");
    tenant.post("audit/checkpoints").statusCode(201);
    recovered(tenant);
    rewrapped();
    String organization = "organizations/" + tenant.organization().id();
    for (String change :
        new String[] {
          "{\"name\": \"Acme GmbH\"}", "{\"status\": \"suspended\"}", "{\"status\": \"active\"}"
        }) {
      platform
          .asPlatform()
          .contentType("application/json")
          .body(change)
          .patch(AdminTenant.PATH + organization)
          .then()
          .statusCode(200);
    }
    return tenant;
  }

  /** Before there are tokens, which would end with their key. */
  private void keys() throws SQLException {
    platform.platform();
    older();
    run("iam:keys:rotate");
    older();
    run("iam:keys:rotate", "--due");
    String standby =
        Rows.texts(
                "SELECT kid FROM iam_signing_keys WHERE status = 'pending' AND purpose = 'token'")
            .getFirst();
    run("iam:keys:revoke", "--kid", standby, "--reason", "A backup was lost");
  }

  private void run(String... command) {
    Commands.Ended ended = commands.run(command);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private static void older() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '3 hours',
          activated_at = activated_at - interval '3 hours',
          superseded_at = superseded_at - interval '3 hours'
        """);
  }

  private void recovered(AdminTenant tenant) {
    Commands.Ended ended =
        commands.run("iam:administrators:recover", "--organization", tenant.organization().key());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private void rewrapped() throws SQLException {
    oldWraps.wrapAll();
    Commands.Ended ended = commands.run("iam:keys:rewrap");
    assertThat(ended.out()).as(ended.err()).contains("(token): rewrapped");
  }

  private static void people(AdminTenant tenant) {
    tenant.made(
        "users",
        "{'name': 'Ann Lee', 'email': 'ann@example.com', 'external_id': 'ann', 'attributes':"
            + " {'level': 3}}");
    tenant.patch("users/ann", "{'name': 'Ann Li'}").statusCode(200);
    tenant.post("users/ann/suspend").statusCode(200);
    tenant.post("users/ann/reactivate").statusCode(200);
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    tenant.patch("groups/staff", "{'name': 'All staff'}").statusCode(200);
    tenant
        .post("groups/staff/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    tenant.delete("groups/staff/members?member_type=user&member_id=ann").statusCode(200);
    tenant.delete("groups/staff").statusCode(200);
  }

  private void machines(AdminTenant tenant) {
    String account = "service-accounts/" + tenant.made("service-accounts", "{'name': 'Import'}");
    tenant.patch(account, "{'name': 'Hourly import'}").statusCode(200);
    tenant.patch(account, "{'scopes': ['iam:users.*']}").statusCode(200);
    tenant.post(account + "/rotate-secret", "{'grace_period': 'PT1H'}").statusCode(200);
    tenant.delete(account).statusCode(200);
    tenant.post(account + "/rotate-secret", "{}").statusCode(200);
    IssuedClient machine = platform.clientWithoutRights(tenant.organization());
    given()
        .auth()
        .preemptive()
        .basic(machine.clientId(), machine.secret().reveal())
        .formParam("token", platform.token(machine))
        .post("/oauth/revoke")
        .then()
        .statusCode(200);
  }

  private void catalogue(AdminTenant tenant) {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String smaller = AdminTenant.WAREHOUSE.replace(", {\"key\": \"stock.adjust\"}", "");
    String rejected =
        tenant
            .post(
                "applications/warehouse/manifests",
                smaller.replace("\"Warehouse\"", "\"Warehouses\""))
            .extract()
            .path("data.id");
    tenant.post("manifests/" + rejected + "/reject", "{}").statusCode(200);
    tenant.apply(
        "warehouse",
        smaller.replace(
            "{\"key\": \"stock.read\"}", "{\"key\": \"stock.read\", \"label\": \"See\"}"));
    tenant.post("roles", "{'key': 'helper', 'label': 'Helper'}").statusCode(201);
    tenant.patch("roles/helper", "{'label': 'Helpers'}").statusCode(200);
    tenant.delete("roles/helper").statusCode(200);
    String first = tenant.get("manifests?limit=100").extract().path("data[0].id");
    tenant.post("manifests/" + first + "/rollback", "{}");
    imported(tenant, "Berlin");
    imported(tenant, "Berlin, north");
  }

  private void imported(AdminTenant tenant, String name) {
    try {
      Path file = Files.createTempFile("objects", ".json");
      Files.writeString(
          file,
          """
          {"objects": [{"type": "site", "id": "berlin", "display_name": "%s"}],
           "relations": [{"object_type": "site", "object_id": "berlin", "relation": "keeper",
             "subject_type": "user", "subject_id": "ann"}]}
          """
              .formatted(name));
      Commands.Ended ended =
          commands.run(
              "iam:relations:import",
              file.toString(),
              "--organization",
              tenant.organization().key());
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void policy(AdminTenant tenant) {
    String grant =
        tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key':"
                + " 'warehouse:clerk'}");
    tenant.post("grants/" + grant + "/revoke", "{}").statusCode(200);
  }

  private void recommendations(AdminTenant tenant) {
    UsedTenant used = new UsedTenant(tenant, volume, log, leastPrivilege);
    for (String user : List.of("one", "two", "six")) {
      used.user(user);
      used.role(user, "depot:clerk");
    }
    used.scanned();
    String list = "recommendations/least-privilege";
    List<String> ids =
        tenant.get(list + "?filter[type]=unused_grant&limit=100").extract().path("data.id");
    tenant.post(list + "/" + ids.get(0) + "/accept").statusCode(200);
    tenant
        .post(list + "/" + ids.get(1) + "/dismiss", "{'reason': 'Needed in December'}")
        .statusCode(200);
    tenant.allows("user:six", "depot:stock.read");
    used.scanned();
  }

  private void anomalies(AdminTenant tenant) {
    anomalies.run(List.of(tenant.organization()), Instant.now());
    // Its activation of a break-glass role is what the next scan finds.
    activations(tenant);
    anomalies.run(List.of(tenant.organization()), Instant.now().plusSeconds(300));
    String anomaly = tenant.get("anomalies").extract().path("data[0].id");
    tenant
        .second()
        .post("anomalies/" + anomaly + "/resolve", "{'verdict': 'expected', 'note': 'An exercise'}")
        .statusCode(200);
  }

  private static void requests(AdminTenant tenant) throws SQLException {
    tenant
        .post(
            "roles",
            "{'key': 'counter', 'label': 'Counter', 'self_requestable': true, 'request':"
                + " {'approval_steps': [{'approver_type': 'role', 'approver_ref':"
                + " 'iam:iam-admin'}, {'approver_type': 'role', 'approver_ref': 'rescuer'}]}}")
        .statusCode(201);
    String body = "{'role_key': 'counter', 'justification': 'Stocktaking'}";
    String own = tenant.made("access-requests", body);
    tenant.post("access-requests/" + own + "/cancel").statusCode(200);
    tenant.made("access-requests", body);
    Rows.update("UPDATE iam_access_requests SET expires_at = now() WHERE status = 'pending'");
    String again = tenant.made("access-requests", body);
    tenant.post("access-requests/" + again + "/cancel").statusCode(200);
    AdminTenant other = tenant.second();
    String asked = "access-requests/" + other.made("access-requests", body);
    tenant.post(asked + "/approve", "{'note': 'For this week'}").statusCode(200);
    other.post(asked + "/cancel").statusCode(200);
    tenant
        .patch(
            "roles/counter",
            "{'request': {'approval_steps': [{'approver_type': 'role',"
                + " 'approver_ref': 'iam:iam-admin'}]}}")
        .statusCode(200);
    for (String verb : List.of("/reject", "/approve")) {
      String next = "access-requests/" + other.made("access-requests", body);
      tenant.post(next + verb, "{}").statusCode(200);
    }
  }

  private void activations(AdminTenant tenant) {
    tenant.post(
        "roles",
        "{'key': 'rescuer', 'label': 'Rescuer', 'includes': ['warehouse:clerk'],"
            + " 'is_break_glass': true}");
    for (String role : List.of("warehouse:clerk", "rescuer")) {
      String grant =
          tenant.made(
              "grants",
              "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s',"
                      .formatted(platform.subject(tenant.administrator()), role)
                  + " 'activation_required': true}");
      tenant
          .post("grants/" + grant + "/activate", "{'justification': 'Incident 4711'}")
          .statusCode(200);
    }
  }

  private static void duties(AdminTenant tenant) {
    String rule =
        "duty-rules/"
            + tenant.made(
                "duty-rules",
                "{'name': 'Counting and correcting', 'mode': 'detect',"
                    + " 'all_of': ['iam:users.read', 'iam:users.manage']}");
    tenant.patch(rule, "{'mode': 'enforce'}").statusCode(200);
    tenant.delete(rule).statusCode(200);
  }

  private void reviews(AdminTenant tenant) throws SQLException {
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}");
    String body =
        "{'name': 'Autumn', 'reviewer_strategy': 'named', 'reviewer': 'user:ann',"
            + " 'scope_json': {'application_keys': ['warehouse']}, 'on_unconfirmed': 'suspend',"
            + " 'due_at': '2199-01-01T00:00:00Z', 'max_blast_radius': 1}";
    String path = "access-reviews/campaigns/";
    String one = path + tenant.made("access-reviews/campaigns", body);
    tenant.post(one + "/open").statusCode(200);
    tenant.made("users", "{'name': 'Rita', 'external_id': 'rita'}");
    String item = "access-reviews/items/" + tenant.get(one + "/items").extract().path("data[0].id");
    tenant.post(item + "/delegate", "{'to': 'user:rita'}").statusCode(200);
    reminders.send(Instant.parse("2026-06-01T12:00:00Z"));
    tenant.post(item + "/certify", "{'note': 'Still needed'}").statusCode(200);
    tenant.post(item + "/reset").statusCode(200);
    tenant.post(item + "/revoke", "{}").statusCode(200);
    tenant.post(one + "/close", "{'confirmed': true}").statusCode(200);
    String stopped =
        tenant.made("access-reviews/campaigns", body.replace("radius': 1", "radius': 0"));
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}");
    tenant.post(path + stopped + "/open").statusCode(200);
    Rows.update("UPDATE iam_access_reviews SET due_at = now() WHERE id = '%s'".formatted(stopped));
    due.run(Instant.now());
    String other = path + tenant.made("access-reviews/campaigns", body);
    tenant.post(other + "/cancel").statusCode(200);
  }

  private void webhooks(AdminTenant tenant) throws SQLException {
    String id =
        tenant.made(
            "webhooks",
            "{'url': 'https://hooks.example.com/iam', 'event_filters': ['iam.grant.*']}");
    String path = "webhooks/" + id;
    tenant.patch(path, "{'event_filters': ['*']}").statusCode(200);
    tenant.post(path + "/rotate-secret", "{}").statusCode(200);
    tenant.post(path + "/test").statusCode(200);
    while (fanOut.step()) {
      // Until everything is a delivery.
    }
    Rows.update(
        "UPDATE iam_webhook_deliveries SET status = 'dead', finished_at = now() WHERE webhook_id = '%s'"
            .formatted(id));
    String delivery = tenant.get(path + "/deliveries").extract().path("data[0].id");
    tenant.post("webhooks/deliveries/" + delivery + "/replay").statusCode(200);
    String dead = tenant.get("webhooks/dlq").extract().path("data[0].id");
    tenant.delete("webhooks/dlq/" + dead).statusCode(200);
    tenant.post("webhooks/dlq/replay", "{}").statusCode(200);
    tenant.patch(path, "{'status': 'disabled'}").statusCode(200);
    tenant.delete(path).statusCode(200);
  }
}
