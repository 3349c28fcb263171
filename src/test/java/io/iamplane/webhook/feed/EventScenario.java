package io.iamplane.webhook.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.seal.DecisionSeals;
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

/** A tenant in which, by the Admin API alone, nearly everything happens that is an event. */
@ApplicationScoped
class EventScenario {

  private final TestPlatform platform;
  private final Commands commands;
  private final FannedOut fanOut;
  private final FlushedLog log;
  private final DecisionSeals seals;

  EventScenario(
      TestPlatform platform,
      Commands commands,
      FannedOut fanOut,
      FlushedLog log,
      DecisionSeals seals) {
    this.log = log;
    this.seals = seals;
    this.platform = platform;
    this.commands = commands;
    this.fanOut = fanOut;
  }

  AdminTenant play() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    // First, while one decision is all that there is to seal.
    tenant.allows("user:ann", "shop:order.read");
    log.await();
    seals.seal();
    String probe =
        tenant.made(
            "policy/probes",
            "{'name': 'Ann reads', 'expect': 'allow',"
                + " 'question': {'subject': 'user:ann', 'permission': 'shop:order.read'}}");
    tenant.delete("policy/probes/" + probe).statusCode(200);
    people(tenant);
    machines(tenant);
    catalogue(tenant);
    policy(tenant);
    webhooks(tenant);
    tenant.made("users", "{'name': 'Zoe Gone', 'external_id': 'zoe'}");
    tenant.post("audit/erase-subject", "{'subject': 'user:zoe'}").statusCode(200);
    tenant.post("audit/checkpoints").statusCode(201);
    recovered(tenant);
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

  private void recovered(AdminTenant tenant) {
    Commands.Ended ended =
        commands.run("iam:administrators:recover", "--organization", tenant.organization().key());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
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

  private static void machines(AdminTenant tenant) {
    String account = "service-accounts/" + tenant.made("service-accounts", "{'name': 'Import'}");
    tenant.patch(account, "{'name': 'Hourly import'}").statusCode(200);
    tenant.patch(account, "{'scopes': ['iam:users.*']}").statusCode(200);
    tenant.post(account + "/rotate-secret", "{'grace_period': 'PT1H'}").statusCode(200);
    tenant.delete(account).statusCode(200);
    tenant.post(account + "/rotate-secret", "{}").statusCode(200);
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
            "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
    tenant.post("grants/" + grant + "/revoke", "{}").statusCode(200);
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
