package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of the control plane that no caller may make, with any permissions. */
@QuarkusTest
class GuardApiTest {

  private static final String LAST = "The organization would have no active administrator.";

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject GrantService grants;

  private AdminTenant tenant;
  private String ownGrant;
  private String ownAccount;

  @BeforeEach
  void aTenantWithOneAdministrator() {
    tenant = new AdminTenant(platform);
    ownAccount = platform.subject(tenant.administrator()).id();
    ownGrant =
        tenant
            .get("grants?filter[subject]=service_account:" + ownAccount)
            .extract()
            .path("data[0].id");
  }

  @Test
  void theLastAdministratorKeepsTheGrantAndTheAccount() {
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409).body("detail", equalTo(LAST));
    tenant.delete("service-accounts/" + ownAccount).statusCode(409);
    tenant.patch("service-accounts/" + ownAccount, "{'status': 'suspended'}").statusCode(409);
    tenant
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission',"
                    .formatted(ownAccount)
                + " 'privilege_key': 'iam:users.read', 'effect': 'deny'}")
        .statusCode(409);
    tenant.get("grants/" + ownGrant).body("data.status", equalTo("active"));
  }

  @Test
  void anAdministratorGoesWhileAnotherStays() {
    platform.administrator(tenant.organization());
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
  }

  @Test
  void anAdministratorThroughAGroupCounts() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'admins', 'name': 'Admins'}");
    tenant.made(
        "grants",
        "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
            .formatted(tenant.get("groups/admins").extract().<String>path("data.id")));
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409);
    AdminTenant other = tenant.as(platform.token(platform.administrator(tenant.organization())));
    tenant
        .post("groups/admins/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    for (String id : administrators()) {
      if (!id.equals(ownGrant)) {
        tenant.post("grants/" + id + "/revoke").statusCode(200);
      }
    }
    other.get("users").statusCode(403);
    tenant.delete("groups/admins/members?member_type=user&member_id=ann").statusCode(200);
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409);
  }

  @Test
  void anAdministratorOnTimeOrOnConditionDoesNotCount() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    platform.ended(
        tenant.organization(), NewGrant.role(new SubjectRef("user", "ann"), "iam:iam-admin"));
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin',"
            + " 'condition': 'context.emergency == true'}");
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409);
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}");
    tenant.post("users/ann/suspend").statusCode(200);
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409);
    tenant.post("users/ann/reactivate").statusCode(200);
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
  }

  @Test
  void nobodyEntersAGroupThatHoldsWhatTheyDoNot() {
    tenant.made("groups", "{'key': 'admins', 'name': 'Admins'}");
    tenant.made("groups", "{'key': 'inner', 'name': 'Inner'}");
    String admins = tenant.get("groups/admins").extract().path("data.id");
    tenant.made(
        "grants",
        "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
            .formatted(admins));
    tenant
        .post(
            "groups/admins/members",
            "{'member_type': 'group', 'member_id': '%s'}"
                .formatted(tenant.get("groups/inner").extract().<String>path("data.id")))
        .statusCode(201);
    IssuedClient client = holder("iam:groups.manage");
    AdminTenant manager = tenant.as(platform.token(client));
    String self =
        "{'member_type': 'service_account', 'member_id': '%s'}"
            .formatted(platform.subject(client).id());
    manager.post("groups/admins/members", self).statusCode(403);
    manager.post("groups/inner/members", self).statusCode(403);
    manager
        .post("groups/inner/members", "{'member_type': 'service_account', 'member_id': '*'}")
        .statusCode(403);
    tenant
        .post(
            "groups/inner/members",
            "{'member_type': 'service_account', 'member_id': '%s'}".formatted(ownAccount))
        .statusCode(403);
  }

  @Test
  void nobodyPutsIntoARoleWhatTheyDoNotHold() {
    AdminTenant manager = tenant.as(platform.token(holder("iam:roles.manage")));
    manager
        .post("roles", "{'key': 'mine', 'label': 'Mine', 'permissions': ['iam:users.read']}")
        .statusCode(403);
    manager
        .post("roles", "{'key': 'mine', 'label': 'Mine', 'permissions': ['iam:*']}")
        .statusCode(403);
    manager
        .post("roles", "{'key': 'mine', 'label': 'Mine', 'includes': ['iam:iam-admin']}")
        .statusCode(403);
    manager.post("roles", "{'key': 'mine', 'label': 'Mine'}").statusCode(201);
    manager.patch("roles/mine", "{'includes': ['iam:user-manager']}").statusCode(403);
    manager.patch("roles/mine", "{'permissions': ['iam:roles.manage']}").statusCode(200);
  }

  @Test
  void nobodyIncludesAPrivilegedRoleIntoOneThatTheyHold() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.post("roles", "{'key': 'helper', 'label': 'Helper'}").statusCode(201);
    tenant.made(
        "grants",
        "{'subject': 'service_account:%s', 'privilege_type': 'role', 'privilege_key': 'helper'}"
            .formatted(ownAccount));
    tenant.patch("roles/helper", "{'includes': ['warehouse:boss']}").statusCode(403);
    tenant.patch("roles/helper", "{'includes': ['warehouse:clerk']}").statusCode(200);
  }

  @Test
  void nobodyTakesOverAMachineThatHoldsWhatTheyDoNot() {
    IssuedClient client = holder("iam:service_accounts.manage");
    AdminTenant manager = tenant.as(platform.token(client));
    manager.post("service-accounts/" + ownAccount + "/rotate-secret").statusCode(403);
    manager
        .post("service-accounts/" + platform.subject(client).id() + "/rotate-secret")
        .statusCode(200);
    String plain = manager.made("service-accounts", "{'name': 'Plain'}");
    manager.post("service-accounts/" + plain + "/rotate-secret").statusCode(200);
  }

  @Test
  void aPreviewIsRefusedAsTheGrantWouldBe() {
    AdminTenant manager = tenant.as(platform.token(holder("iam:grants.manage")));
    String grant =
        "{'subject': 'service_account:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
            .formatted(ownAccount);
    for (String path :
        List.of("grants", "grants/preview", "policies-wizard/preview", "policies-wizard/commit")) {
      manager.post(path, grant).statusCode(403);
    }
    String denial = grant.replace("}", ", 'effect': 'deny'}");
    for (String path :
        List.of("grants", "grants/preview", "policies-wizard/preview", "policies-wizard/commit")) {
      manager.post(path, denial).statusCode(409).body("detail", equalTo(LAST));
    }
  }

  private List<String> administrators() {
    List<Map<String, Object>> all =
        tenant
            .get("grants?filter[privilege_key]=iam:iam-admin&filter[status]=active")
            .extract()
            .path("data");
    List<String> ids =
        all.stream()
            .filter(grant -> grant.get("subject").toString().startsWith("service_account"))
            .map(grant -> grant.get("id").toString())
            .toList();
    assertThat(ids).hasSize(2);
    return ids;
  }

  private IssuedClient holder(String permission) {
    IssuedClient client = platform.clientWithoutRights(tenant.organization());
    changes.record(
        Change.policy(
            platform.command(),
            tenant.organization().id(),
            recording ->
                grants.create(
                    recording, NewGrant.permission(platform.subject(client), permission).build())));
    return client;
  }
}
