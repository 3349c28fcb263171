package io.iamplane.escalation;

import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code iam:escalate} an account gives others rights that it lacks, and itself none. */
@QuarkusTest
class EscalateApiTest {

  private static final String ESCALATE = "iam:escalate";

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private String ann;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
    ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
  }

  private static String grant(String subject, String permission, String more) {
    return "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'%s}"
        .formatted(subject, permission, more);
  }

  private String account(IssuedClient client) {
    return "service_account:" + guarded.account(client);
  }

  @Test
  void othersGetWhatItsHolderLacks() {
    AdminTenant manager = guarded.as(guarded.holder("iam:grants.manage"));
    manager
        .post("grants", grant(ann, "iam:users.read", ""))
        .statusCode(403)
        .body("detail", containsString("You must hold iam:users.read, or iam:escalate"));
    IssuedClient client = guarded.holder("iam:grants.manage", ESCALATE);
    AdminTenant escalates = guarded.as(client);
    escalates.post("grants", grant(ann, "iam:users.read", "")).statusCode(201);
    escalates.post("grants", grant(account(client), "iam:users.read", "")).statusCode(403);
  }

  @Test
  void anAccountOfTheSameHandGetsNothingByIt() {
    AdminTenant escalates =
        guarded.as(guarded.holder("iam:grants.manage", "iam:service_accounts.manage", ESCALATE));
    String puppet = "service_account:" + escalates.made("service-accounts", "{'name': 'Puppet'}");
    escalates
        .post("grants", grant(puppet, "iam:users.read", ""))
        .statusCode(403)
        .body("detail", containsString("iam:users.read to give it to an account"));
    escalates.post("grants", grant("service_account:*", "iam:users.read", "")).statusCode(403);
    escalates.post("grants", grant("user:*", "iam:users.read", "")).statusCode(201);
  }

  @Test
  void itCountsPlainlyOnlyAndNoLongerThanItIsHeld() {
    Instant soon = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    String until = ", 'valid_until': '" + soon + "'";
    IssuedClient conditional = guarded.holder("iam:grants.manage");
    tenant
        .post("grants", grant(account(conditional), ESCALATE, ", 'condition': '1 == 1'"))
        .statusCode(201);
    guarded.as(conditional).post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    IssuedClient client = guarded.holder("iam:grants.manage");
    tenant.post("grants", grant(account(client), ESCALATE, until)).statusCode(201);
    AdminTenant brief = guarded.as(client);
    brief.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    brief.post("grants", grant(ann, "iam:users.read", until)).statusCode(201);
  }

  /** A denial limits its subject here, too: many are older than the permission. */
  @Test
  void itStandsInForNothingThatItsHolderIsDenied() {
    IssuedClient client = guarded.holder("iam:grants.manage", ESCALATE);
    guarded.grant(account(client), "permission", "iam:users.read", "deny");
    AdminTenant escalates = guarded.as(client);
    escalates.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    escalates.post("grants", grant(ann, "iam:groups.read", "")).statusCode(201);
  }

  /** A role of all permissions is an administrator's, whoever wrote it. */
  @Test
  void aPatternOfAllPermissionsContainsIt() {
    guarded.role("chief", ", 'permissions': ['iam:*']");
    IssuedClient client = guarded.holder("iam:grants.manage");
    guarded.given(account(client), "chief");
    guarded.grant(account(client), "permission", "iam:users.read", "deny");
    AdminTenant chief = guarded.as(client);
    chief.post("grants", grant(ann, ESCALATE, "")).statusCode(201);
    chief.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
  }

  @Test
  void itIsGivenByItsHoldersAlone() {
    guarded
        .as(guarded.holder("iam:grants.manage"))
        .post("grants", grant(ann, ESCALATE, ""))
        .statusCode(403);
    tenant.post("grants", grant(ann, ESCALATE, "")).statusCode(201);
  }

  /** An administrator who works on a condition may be trusted with the gift, and not with more. */
  @Test
  void whoAdministersOnConditionGivesByIt() {
    IssuedClient client = guarded.limited("iam:iam-admin", "subject.ops == true", null);
    guarded.attributes(client, "ops", true);
    AdminTenant ops = guarded.as(client);
    ops.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    tenant.post("grants", grant(account(client), ESCALATE, "")).statusCode(201);
    ops.post("grants", grant(ann, "iam:users.read", "")).statusCode(201);
  }
}
