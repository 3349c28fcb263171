package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant leaves: its files, read by the command that reads OpenFGA's, answer as it did. */
@QuarkusTest
class ModelExportApiTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String DOCS =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
       "types": {
         "folder": {"relations": {"viewer": "user | user:* | group#member"}},
         "doc": {"relations": {"parent": "folder", "banned": "user", "viewer": "[user] | parent->viewer",
             "editor": "user with inside"},
           "permissions": {"read": "viewer - banned"}}},
       "conditions": {"inside": {"parameters": {"ip": "string", "network": "string"},
         "expression": "ip.inCidr(network)"}}}
      """;

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @TempDir Path folder;

  private AdminTenant tenant() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.apply("docs", DOCS);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff', 'external_id': 'staff'}");
    tenant.post("groups/staff/members", "{'member_type': 'user', 'member_id': 'ann'}");
    relation(tenant, "group:staff#member", "viewer", "folder:f", "");
    relation(tenant, "folder:f", "parent", "doc:a", "");
    relation(tenant, "user:bob", "viewer", "doc:a", "");
    relation(
        tenant,
        "user:bob",
        "editor",
        "doc:a",
        ", 'named_condition': {'name': 'inside', 'values': {'network': '10.0.0.0/8'}}");
    return tenant;
  }

  private static void relation(
      AdminTenant tenant, String subject, String name, String object, String more) {
    tenant
        .post(
            "relations",
            "{'subject': '%s', 'relation': '%s', 'object': '%s'%s}"
                .formatted(subject, name, object, more))
        .statusCode(200);
  }

  private Commands.Ended export(AdminTenant tenant, String... more) {
    String[] arguments = {
      "iam:model:export",
      "--to=openfga",
      "--organization=" + tenant.organization().key(),
      "--output=" + folder
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return commands.run(all);
  }

  @Test
  void filesSayWhatThePolicySays() throws IOException {
    AdminTenant tenant = tenant();

    Commands.Ended ended = export(tenant);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("docs: 4 types and 5 relations; 0 losses");
    assertThat(folder.resolve("model.fga"))
        .content()
        .contains(
            "define member: [user, group#member]",
            "define editor: [user with inside]",
            "condition inside(ip: ipaddress, network: string) {\n  ip.in_cidr(network)\n}",
            "define read: viewer but not banned",
            "define viewer: [user] or viewer from parent");
    JsonNode tuples = JSON.readTree(folder.resolve("tuples.json").toFile());
    assertThat(tuples.findValuesAsText("user"))
        .containsExactlyInAnyOrder(
            "user:ann", "group:staff#member", "folder:f", "user:bob", "user:bob");
    assertThat(tuples.findValues("condition"))
        .containsExactly(
            JSON.readTree("{\"name\": \"inside\", \"context\": {\"network\": \"10.0.0.0/8\"}}"));
    Path store = folder.resolve("store.fga.yaml");
    Files.writeString(
        store,
        Files.readString(store)
            + """
            tests:
              - name: moved
                check:
                  - {user: "user:ann", object: "doc:a", assertions: {read: true}}
                  - {user: "user:bob", object: "doc:a", assertions: {read: true, banned: false}}
                  - {user: "user:bob", object: "folder:f", assertions: {viewer: false}}
                  - {user: "user:bob", object: "doc:a", context: {ip: "10.1.2.3"}, assertions: {editor: true}}
                  - {user: "user:bob", object: "doc:a", context: {ip: "11.1.2.3"}, assertions: {editor: false}}
            """);
    Commands.Ended asked = commands.run("iam:model:test", store.toString());
    assertThat(asked.out()).contains("6 assertions, 6 passed, 0 failed, 0 could not be evaluated");
  }

  @Test
  void lossesAreLinesOnStandardErrorAndAnExitCode() throws IOException {
    AdminTenant tenant = tenant();
    relation(tenant, "user:ann", "banned", "doc:a", ", 'condition': 'context.late'");
    relation(tenant, "user:ann", "viewer", "doc:b", ", 'valid_until': '2999-01-01T00:00:00Z'");
    relation(tenant, "user:ann", "viewer", "doc:x y", "");
    tenant.post("users/bob/suspend").statusCode(200);

    Commands.Ended ended = export(tenant, "--application=docs");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(ended.out()).contains("docs: 4 types and 3 relations; 5 losses, 1 differences");
    assertThat(ended.err())
        .contains(
            "iam: user:ann banned doc:a: not written, so OpenFGA may allow more: it has its"
                + " own condition",
            "iam: user:ann viewer doc:b: not written: it has a validity period",
            "iam: user:ann viewer doc:x y: not written: an OpenFGA id must not contain",
            "iam: user:bob viewer doc:a: not written: the subject or object is unknown or"
                + " inactive");
    JsonNode view = JSON.readTree(export(tenant, "--json").out());
    assertThat(view.path("may_allow_more").asInt()).isOne();
    assertThat(view.path("report")).hasSize(5);
  }

  @Test
  void whatIsMissingIsSaid() {
    AdminTenant tenant = new AdminTenant(platform);
    assertThat(export(tenant).err()).contains("no application has a relation model");
    assertThat(export(tenant, "--application=docs").err())
        .contains("there is no application 'docs' with a relation model");
    Commands.Ended cedar =
        commands.run("iam:model:export", "--to=cedar", "--organization=x", "--output=" + folder);
    assertThat(cedar.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
