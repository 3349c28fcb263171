package io.iamplane.directory.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class GroupApiTest {

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAGroup() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff', 'external_id': 'ext'}");
    tenant.made(
        "grants",
        "{'subject': 'group:ext', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
  }

  @Test
  void membersHaveWhatTheGroupHasUntilItIsRevoked() {
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isFalse();
    add("{'member_type': 'user', 'member_id': 'ann'}", 201);
    add("{'member_type': 'user', 'member_id': 'ann'}", 200);
    add("{'member_type': 'user', 'member_id': 'ann', 'condition': 'context.x == 1'}", 409);
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isTrue();
    tenant
        .get("groups/staff/members")
        .body("data.member_type", contains("user"))
        .body("next_cursor", equalTo(null));
    tenant.delete("groups/staff/members?member_type=user&member_id=ann").statusCode(200);
    tenant.delete("groups/staff/members?member_type=user&member_id=ann").statusCode(404);
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isFalse();
    add("{'member_type': 'user', 'member_id': 'ann'}", 201);
    tenant
        .delete("groups/ext")
        .statusCode(200)
        .body("data.status", equalTo("revoked"))
        .body("data.revoked_at", notNullValue());
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isFalse();
    tenant.get("groups?filter[status]=revoked").body("data.key", contains("staff"));
    tenant.get("groups?filter[status]=active").body("data", empty());
  }

  @Test
  void groupsNest() {
    String inner = tenant.made("groups", "{'key': 'inner', 'name': 'Inner'}");
    tenant
        .post("groups/inner/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    add("{'member_type': 'group', 'member_id': '%s'}".formatted(inner), 201);
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isTrue();
  }

  @Test
  void oneGroupsKeyIsNoOthersExternalId() {
    tenant.made("groups", "{'key': 'admins', 'name': 'Admins', 'external_id': 'a-1'}");
    tenant.post("groups", "{'key': 'x', 'name': 'X', 'external_id': 'admins'}").statusCode(409);
    tenant.post("groups", "{'key': 'a-1', 'name': 'X'}").statusCode(409);
    tenant.post("groups", "{'key': 'own', 'name': 'X', 'external_id': 'own'}").statusCode(201);
  }

  @Test
  void aGroupIsChanged() {
    tenant
        .patch("groups/staff", "{'name': 'All staff', 'attributes': {'site': 'berlin'}}")
        .statusCode(200)
        .header("ETag", "\"2\"")
        .body("data.organization_id", equalTo(tenant.organization().id().toString()));
    tenant.post("groups", "{'key': 'staff', 'name': 'S'}").statusCode(409);
    tenant.post("groups", "{'key': 'other', 'name': 'S', 'external_id': 'ext'}").statusCode(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "member_id   | {'member_type': 'user', 'member_id': 'nobody'}",
        "member_id   | {'member_type': 'user'}",
        "condition   | {'member_type': 'user', 'member_id': 'ann', 'condition': '1 +'}",
        "valid_until | {'member_type': 'user', 'member_id': 'ann',"
            + " 'valid_from': '2030-01-01T00:00:00Z', 'valid_until': '2029-01-01T00:00:00Z'}",
        "until       | {'member_type': 'user', 'member_id': 'ann', 'until': 'now'}"
      })
  void badMembersNameThePlace(String place, String body) {
    tenant.post("groups/staff/members", body).statusCode(422).body("errors", hasKey(place));
    tenant.get("groups/staff/members").body("data", empty());
  }

  @Test
  void aMemberIsNamedToBeRemoved() {
    tenant
        .delete("groups/staff/members?member_type=user")
        .statusCode(422)
        .body("errors", hasKey("member_id"));
  }

  private void add(String member, int status) {
    tenant.post("groups/staff/members", member).statusCode(status);
  }
}
