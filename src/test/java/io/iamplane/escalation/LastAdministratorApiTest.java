package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static io.iamplane.escalation.GuardedTenant.membership;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The roundabout ways to leave an organization without an administrator. */
@QuarkusTest
class LastAdministratorApiTest {

  private static final String LAST = "The organization would have no active administrator.";
  private static final String MANAGE = "iam:grants.manage";

  @Inject TestPlatform platform;
  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private String self;
  private String ownGrant;

  @BeforeEach
  void aTenantWithOneAdministrator() {
    tenant = guarded.tenant();
    self = guarded.administrator();
    ownGrant = tenant.get("grants?filter[subject]=" + self).extract().path("data[0].id");
  }

  @Test
  void theRoleThatMakesTheAdministratorKeepsItsContent() {
    guarded.role("root", ", 'permissions': ['iam:*']");
    guarded.role("over", ", 'includes': ['root']");
    guarded.given(self, "over");
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
    tenant.patch("roles/root", "{'permissions': []}").statusCode(409).body("detail", equalTo(LAST));
    tenant.patch("roles/root", "{'permissions': ['iam:grants.*']}").statusCode(409);
    tenant.patch("roles/over", "{'includes': []}").statusCode(409);
    tenant.patch("roles/over", "{'includes': [], 'permissions': ['iam:*']}").statusCode(200);
    tenant.patch("roles/root", "{'permissions': []}").statusCode(200);
  }

  @Test
  void theAdministratorEntersNoGroupThatDenies() {
    String outer = guarded.group("outer");
    String inner = guarded.group("inner");
    tenant.post("groups/outer/members", member(inner)).statusCode(201);
    guarded.grant(outer, "permission", MANAGE, "deny");
    for (String group : new String[] {"outer", "inner"}) {
      for (String entering : new String[] {self, "service_account:*"}) {
        tenant
            .post("groups/" + group + "/members", member(entering))
            .statusCode(409)
            .body("detail", equalTo(LAST));
      }
    }
    tenant.post("groups/outer/members", member("user:*")).statusCode(201);
    String holding = guarded.group("holding");
    tenant.post("groups/holding/members", member(self)).statusCode(201);
    tenant.post("groups/inner/members", member(holding)).statusCode(409);
    platform.administrator(tenant.organization());
    tenant.post("groups/inner/members", member(holding)).statusCode(201);
  }

  @Test
  void aDeniedRoleDoesNotGrowOverTheAdministrator() {
    guarded.role("empty", "");
    guarded.role("outer", ", 'includes': ['empty']");
    guarded.grant("service_account:*", "role", "outer", "deny");
    tenant
        .patch("roles/empty", "{'permissions': ['%s']}".formatted(MANAGE))
        .statusCode(409)
        .body("detail", equalTo(LAST));
    tenant.patch("roles/outer", "{'includes': ['iam:iam-admin']}").statusCode(409);
  }

  @Test
  void aDenialThatBeginsLaterIsRefusedAtOnce() {
    String later = laterDenial(self);
    tenant.post("grants", later).statusCode(409).body("detail", equalTo(LAST));
    platform.administrator(tenant.organization());
    tenant.post("grants", later).statusCode(201);
  }

  @Test
  void theAdministratorEntersNoGroupThatDeniesLater() {
    guarded.grant(guarded.group("denied"), "permission", MANAGE, "deny");
    tenant.made("grants", laterDenial(guarded.group("deniedlater")));
    for (String body : new String[] {laterMember(self), laterMember("service_account:*")}) {
      tenant.post("groups/denied/members", body).statusCode(409).body("detail", equalTo(LAST));
    }
    tenant.post("groups/deniedlater/members", member(self)).statusCode(409);
    tenant.post("groups/deniedlater/members", laterMember(self)).statusCode(409);
    platform.administrator(tenant.organization());
    tenant.post("groups/denied/members", laterMember(self)).statusCode(201);
  }

  @Test
  void whoWillBeDeniedIsNoOtherAdministrator() {
    IssuedClient other = platform.administrator(tenant.organization());
    String denial = tenant.made("grants", laterDenial(platform.subject(other).toString()));
    requireLast();
    tenant.post("grants/" + denial + "/revoke").statusCode(200);
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
  }

  @Test
  void whoWillEnterAGroupThatDeniesIsNoOtherAdministrator() {
    String other = platform.subject(platform.administrator(tenant.organization())).toString();
    guarded.group("plain");
    tenant.post("groups/plain/members", laterMember(other)).statusCode(201);
    guarded.grant(guarded.group("denied"), "permission", MANAGE, "deny");
    tenant.post("groups/denied/members", laterMember(other)).statusCode(201);
    requireLast();
    tenant.delete(membership("denied", other)).statusCode(200);
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
  }

  @Test
  void whoWillEnterAGroupOfAdministratorsIsNoneYet() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    guarded.grant(guarded.group("admins"), "role", "iam:iam-admin", "permit");
    tenant.post("groups/admins/members", laterMember("user:ann")).statusCode(201);
    requireLast();
  }

  @Test
  void theAttributesOfAnAdministratorOnConditionStay() {
    tenant.made("users", "{'name': 'A', 'external_id': 'ann', 'attributes': {'ops': true}}");
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin',"
            + " 'condition': 'subject.ops == true'}");
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    manager
        .patch("users/ann", "{'attributes': {'ops': false}}")
        .statusCode(409)
        .body("detail", equalTo(LAST));
    manager.patch("users/ann", "{'attributes': {'ops': true, 'desk': 7}}").statusCode(200);
    platform.administrator(tenant.organization());
    manager.patch("users/ann", "{'attributes': {'ops': false}}").statusCode(200);
  }

  @Test
  void theAttributesOfAMachineOnConditionStay() {
    String machine = tenant.made("service-accounts", "{'name': 'M', 'attributes': {'ops': true}}");
    tenant.made(
        "grants",
        "{'subject': 'service_account:%s', 'privilege_type': 'role',".formatted(machine)
            + " 'privilege_key': 'iam:iam-admin', 'condition': 'subject.ops == true'}");
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(200);
    AdminTenant manager = guarded.as(guarded.holder("iam:service_accounts.manage"));
    manager
        .patch("service-accounts/" + machine, "{'attributes': {}}")
        .statusCode(409)
        .body("detail", equalTo(LAST));
  }

  private void requireLast() {
    tenant.post("grants/" + ownGrant + "/revoke").statusCode(409).body("detail", equalTo(LAST));
    String account = "service-accounts/" + self.substring(self.indexOf(':') + 1);
    tenant.patch(account, "{'status': 'suspended'}").statusCode(409);
    tenant.delete(account).statusCode(409);
    tenant.post("grants", laterDenial(self)).statusCode(409).body("detail", equalTo(LAST));
  }

  private static String laterDenial(String subject) {
    return "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin',"
            .formatted(subject)
        + " 'effect': 'deny', 'valid_from': '%s'}".formatted(later());
  }

  private static String laterMember(String subject) {
    return member(subject).replace("}", ", 'valid_from': '%s'}".formatted(later()));
  }

  private static Instant later() {
    return Instant.now().plus(Duration.ofHours(1));
  }
}
