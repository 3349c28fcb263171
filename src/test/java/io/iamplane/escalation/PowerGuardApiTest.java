package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rights that are handed on never exceed those held, in time, scope or conditions. */
@QuarkusTest
class PowerGuardApiTest {

  private static final String MANIFESTS = "applications/warehouse/manifests";
  private static final String SITES =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              "{\"key\": \"stock.adjust\"}, {\"key\": \"site.close\", \"risk\": \"high\","
                  + " \"resource\": \"site\", \"relation\": \"keeper\"}")
          .replace("user | group#member", "user | service_account | group#member");

  @Inject GuardedTenant guarded;

  private final Instant soon =
      Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
  }

  private static String grant(String subject, String privilege, String more) {
    String type = privilege.matches("iam:(iam-admin|iam-auditor)|.*:boss") ? "role" : "permission";
    return "{'subject': '%s', 'privilege_type': '%s', 'privilege_key': '%s'%s}"
        .formatted(subject, type, privilege, more);
  }

  private static String until(Instant end) {
    return ", 'valid_until': '" + end + "'";
  }

  @Test
  void aHolderForAnHourGivesNothingForLonger() {
    IssuedClient client = guarded.limited("iam:iam-admin", null, soon);
    AdminTenant mallory = guarded.as(client);
    String self = "service_account:" + guarded.account(client);
    mallory.post("grants", grant(self, "iam:grants.manage", "")).statusCode(403);
    mallory.post("grants", grant(self, "iam:grants.manage", until(soon))).statusCode(403);
    String puppet = "service_account:" + mallory.made("service-accounts", "{'name': 'Puppet'}");
    mallory.post("grants", grant(puppet, "iam:iam-auditor", "")).statusCode(403);
    mallory
        .post("grants", grant(puppet, "iam:users.read", until(soon.plusSeconds(1))))
        .statusCode(403);
    mallory.post("grants", grant(puppet, "iam:users.read", until(soon))).statusCode(201);
    String ann = "user:" + mallory.made("users", "{'name': 'Ann'}");
    mallory.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    mallory.post("grants/preview", grant(ann, "iam:users.read", "")).statusCode(403);
    mallory.post("grants", grant(ann, "iam:users.read", until(soon))).statusCode(201);
  }

  @Test
  void aMembershipOutlastsNothingEither() {
    guarded.grant(guarded.group("readers"), "permission", "iam:users.read", "permit");
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    AdminTenant mallory = guarded.as(guarded.limited("iam:iam-admin", null, soon));
    mallory.post("groups/readers/members", member(ann)).statusCode(403);
    mallory
        .post("groups/readers/members", member(ann).replace("}", until(soon) + "}"))
        .statusCode(201);
  }

  @Test
  void whoHoldsOnConditionGivesNothingOnAnyCondition() {
    String condition = "subject.ops == true";
    IssuedClient client = guarded.limited("iam:iam-admin", condition, null);
    guarded.attributes(client, "ops", true);
    AdminTenant ops = guarded.as(client);
    String ann = "user:" + ops.made("users", "{'name': 'Ann'}");
    ops.post("grants", grant(ann, "iam:users.read", "")).statusCode(403);
    ops.post("grants", grant(ann, "iam:users.read", ", 'condition': 'context.x == true'"))
        .statusCode(403);
    String same = grant(ann, "iam:users.read", ", 'condition': 'subject.ops==true'");
    ops.post("grants", same).statusCode(403);
    tenant.post("grants", same).statusCode(201);
  }

  @Test
  void whatOnlyAPrivilegedRoleContainsIsGivenToOthersAlone() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant
        .post("grants", grant(guarded.administrator(), "warehouse:stock.adjust", ""))
        .statusCode(403)
        .body(
            "detail",
            equalTo("You cannot give yourself warehouse:stock.adjust, which is privileged."));
    String puppet = "service_account:" + tenant.made("service-accounts", "{'name': 'Puppet'}");
    tenant.post("grants", grant(puppet, "warehouse:stock.adjust", "")).statusCode(403);
    tenant.post("grants", grant(puppet, "warehouse:boss", "")).statusCode(403);
    tenant.post("grants", grant(puppet, "warehouse:stock.read", "")).statusCode(201);
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    tenant.post("grants", grant(ann, "warehouse:boss", "")).statusCode(201);
    tenant.second().post("grants", grant(puppet, "warehouse:boss", "")).statusCode(201);
  }

  @Test
  void aPuppetOfAPuppetIsOnesOwn() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    var made = tenant.post("service-accounts", "{'name': 'Puppet'}").extract();
    String puppet = "service_account:" + made.<String>path("data.id");
    tenant.post("grants", grant(puppet, "iam:iam-admin", "")).statusCode(201);
    AdminTenant as =
        guarded.as(
            new IssuedClient(
                made.path("data.client.client_id"),
                new io.iamplane.shared.Secret(made.path("data.client.client_secret"))));
    String second = "service_account:" + as.made("service-accounts", "{'name': 'Second'}");
    tenant.post("grants", grant(second, "warehouse:boss", "")).statusCode(403);
    as.post("grants", grant(guarded.administrator(), "warehouse:boss", "")).statusCode(403);
    as.post("grants", grant(second, "warehouse:boss", "")).statusCode(403);
  }

  @Test
  void aSecretIsMadeByWhoHoldsWhatTheAccountDoes() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    IssuedClient boss = guarded.limited("warehouse:boss", null, null);
    AdminTenant manager = guarded.as(guarded.holder("iam:service_accounts.manage"));
    String path = "service-accounts/" + guarded.account(boss) + "/rotate-secret";
    manager.post(path).statusCode(403);
    tenant.post(path).statusCode(403);
  }

  @Test
  void aCeilingIsRaisedByWhoHoldsWhatComesFree() {
    IssuedClient reader = guarded.limited("iam:iam-auditor", null, null);
    String path = "service-accounts/" + guarded.account(reader);
    tenant.patch(path, "{'scopes': ['iam:users.read']}").statusCode(200);
    AdminTenant mallory = guarded.as(guarded.limited("iam:iam-admin", null, soon));
    for (String wider :
        new String[] {
          "[]", "['iam:*']", "['iam:audit.*']", "['iam:users.read', 'iam:audit.read']"
        }) {
      mallory
          .patch(path, "{'scopes': %s}".formatted(wider))
          .statusCode(403)
          .body("detail", containsString("at least the same resources for at least as long"));
    }
    mallory.patch(path, "{'scopes': ['iam:users.*', 'iam:webhooks.manage']}").statusCode(200);
    tenant.patch(path, "{'scopes': []}").statusCode(200);
  }

  @Test
  void theCeilingOfAPuppetIsNotRaisedBeyondOnesOwn() {
    IssuedClient client = guarded.limited("iam:iam-admin", null, soon);
    AdminTenant mallory = guarded.as(client);
    String puppet = mallory.made("service-accounts", "{'name': 'P', 'scopes': ['iam:users.read']}");
    guarded.given("service_account:" + puppet, "iam:iam-auditor");
    String path = "service-accounts/" + puppet;
    mallory.patch(path, "{'scopes': ['iam:audit.read']}").statusCode(403);
    mallory.patch(path, "{'scopes': []}").statusCode(403);
    tenant.patch(path, "{'scopes': []}").statusCode(200);
  }

  @Test
  void anAdministratorIsReactivatedByNobodyLower() {
    String ann = tenant.made("users", "{'name': 'Ann'}");
    guarded.grant("user:" + ann, "role", "iam:iam-admin", "permit");
    tenant.post("users/" + ann + "/suspend").statusCode(200);
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    manager.post("users/" + ann + "/reactivate").statusCode(403);
    tenant.post("users/" + ann + "/reactivate").statusCode(200);
  }

  @Test
  void attributesMakeNobodyAnAdministrator() {
    String ann = tenant.made("users", "{'name': 'Ann'}");
    tenant.made(
        "grants", grant("user:" + ann, "iam:iam-admin", ", 'condition': 'subject.ops == true'"));
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    manager.patch("users/" + ann, "{'attributes': {'desk': 7}}").statusCode(200);
    manager.patch("users/" + ann, "{'attributes': {'ops': true}}").statusCode(403);
    tenant.patch("users/" + ann, "{'attributes': {'ops': true}}").statusCode(200);
  }

  @Test
  void aRelationGivesOneselfNothingPrivileged() {
    tenant.apply("warehouse", SITES);
    String relation = "{'subject': '%s', 'relation': 'keeper', 'object': 'site:north'}";
    tenant.post("relations", relation.formatted(guarded.administrator())).statusCode(403);
    String puppet = "service_account:" + tenant.made("service-accounts", "{'name': 'Puppet'}");
    tenant.post("relations", relation.formatted(puppet)).statusCode(403);
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    tenant.post("relations", relation.formatted(ann)).statusCode(200);
    tenant
        .put(
            "relation-model?application=warehouse",
            "{'types': {'site': {'relations': {'keeper': 'user | user:*'}}}}")
        .statusCode(409)
        .body("detail", containsString("site.close"));
  }

  @Test
  void whoGetsASecretGetsWhatTheAccountKeepsByRelation() {
    tenant.apply("warehouse", SITES);
    String keeper = guarded.account(guarded.holder("warehouse:stock.read"));
    String other = guarded.account(guarded.holder("warehouse:stock.read"));
    relate("service_account:" + keeper);
    AdminTenant manager =
        guarded.as(guarded.holder("iam:service_accounts.manage", "warehouse:stock.read"));
    manager.post("service-accounts/" + other + "/rotate-secret").statusCode(200);
    String path = "service-accounts/" + keeper + "/rotate-secret";
    manager
        .post(path)
        .statusCode(403)
        .body("detail", containsString("You must hold warehouse:site.close"));
    AdminTenant closer =
        guarded.as(
            guarded.holder(
                "iam:service_accounts.manage", "warehouse:stock.read", "warehouse:site.close"));
    closer.post(path).statusCode(200);
  }

  @Test
  void soDoesWhoEntersAGroupThatKeepsSomething() {
    tenant.apply("warehouse", SITES);
    String keepers = guarded.group("keepers");
    relate(keepers + "#member");
    AdminTenant manager = guarded.as(guarded.holder("iam:groups.manage", "iam:users.manage"));
    String ann = "user:" + manager.made("users", "{'name': 'Ann'}");
    manager.post("groups/keepers/members", member(ann)).statusCode(403);
    tenant.post("groups/keepers/members", member(guarded.administrator())).statusCode(403);
    tenant.post("groups/keepers/members", member(ann)).statusCode(201);
  }

  @Test
  void attributesAndActivityBringNoRelationToOnesOwn() {
    tenant.apply("warehouse", SITES);
    String puppet = tenant.made("service-accounts", "{'name': 'Puppet'}");
    AdminTenant other = tenant.second();
    other
        .post(
            "relations",
            "{'subject': 'service_account:%s', 'relation': 'keeper', 'object': 'site:north', 'condition': 'subject.trusted == true'}"
                .formatted(puppet))
        .statusCode(200);
    String path = "service-accounts/" + puppet;
    tenant.patch(path, "{'name': 'Puppet of mine'}").statusCode(200);
    tenant.patch(path, "{'attributes': {'trusted': true}}").statusCode(403);
    tenant.patch(path, "{'status': 'suspended'}").statusCode(200);
    tenant.patch(path, "{'status': 'active'}").statusCode(403);
    other.patch(path, "{'status': 'active'}").statusCode(200);
  }

  @Test
  void whatEveryoneHasOnConditionIsNotWhatTheCallerHas() {
    tenant.apply(
        "warehouse", SITES.replace("user | service_account |", "user | service_account:* |"));
    guarded.related(
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "*"),
        "keeper",
        new SubjectRef("site", "north"),
        "subject.gold == true");
    tenant
        .post("service-accounts", "{'name': 'Puppet', 'attributes': {'gold': true}}")
        .statusCode(403)
        .body("detail", containsString("warehouse:site.close"));
  }

  @Test
  void aMemberOfAGroupThatIsAResourceIsItsKeeper() {
    tenant.apply(
        "warehouse",
        SITES
            .replace(
                "\"resource\": \"site\", \"relation\": \"keeper\"",
                "\"resource\": \"group\", \"relation\": \"approve\"")
            .replace(
                "\"types\": {",
                "\"types\": {\"group\": {\"relations\": {\"member\": \"user | service_account\"},"
                    + " \"permissions\": {\"approve\": \"member\"}}, "));
    guarded.group("approvers");
    tenant
        .post("groups/approvers/members", member(guarded.administrator()))
        .statusCode(403)
        .body("detail", containsString("warehouse:site.close"));
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    tenant.post("groups/approvers/members", member(ann)).statusCode(201);
  }

  @Test
  void nobodyPutsAThingBelowWhatTheirRightIsLimitedTo() {
    tenant.apply(
        "warehouse",
        SITES
            .replace(", \"relation\": \"keeper\"", "")
            .replace("\"types\": {", "\"types\": {\"area\": {}, ")
            .replace("\"keeper\": \"user", "\"parent\": \"area\", \"keeper\": \"user"));
    IssuedClient client = guarded.holder("iam:relations.manage");
    AdminTenant mallory = guarded.as(client);
    tenant
        .post(
            "grants",
            grant(
                "service_account:" + guarded.account(client),
                "warehouse:site.close",
                ", 'resource': 'area:mine'"))
        .statusCode(201);
    String relation = "{'subject': 'area:mine', 'relation': 'parent', 'object': 'site:secret'}";
    mallory
        .post("relations", relation)
        .statusCode(403)
        .body("detail", containsString("warehouse:site.close"));
    AdminTenant other = guarded.as(guarded.holder("iam:relations.manage"));
    other.post("relations", relation).statusCode(200);
  }

  @Test
  void aConditionOverDeclaredAttributesIsJudged() {
    tenant.apply(
        "warehouse",
        AdminTenant.WAREHOUSE.replace(
            "\"permissions\": [{",
            "\"attributes\": {\"subject\": {\"level\": \"int\"}}, \"permissions\": [{"));
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    tenant
        .post("grants", grant(ann, "warehouse:boss", ", 'condition': 'subject.level + 1 == 3'"))
        .statusCode(201);
  }

  private void relate(String subject) {
    tenant
        .post(
            "relations",
            "{'subject': '%s', 'relation': 'keeper', 'object': 'site:north'}".formatted(subject))
        .statusCode(200);
  }

  @Test
  void aManifestThatWidensIsApprovedByAnotherHand() {
    tenant.apply("warehouse", SITES);
    String ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    tenant.made("grants", grant(ann, "warehouse:boss", ""));
    guarded.grant(ann, "role", "warehouse:clerk", "permit");
    String wider =
        SITES.replace(
            "\"permissions\": [\"stock.read\"]",
            "\"permissions\": [\"stock.read\", \"site.close\"]");
    String id =
        tenant
            .post(MANIFESTS, wider)
            .statusCode(201)
            .body("data.status", equalTo("pending_approval"))
            .extract()
            .path("data.id");
    tenant
        .get("manifests/" + id + "/diff")
        .body(
            "data.approval_reasons",
            hasItem("warehouse:clerk gains high-risk permission warehouse:site.close"))
        .body("data.gains.role", contains("warehouse:clerk"))
        .body("data.gains[0].permissions", contains("warehouse:site.close"))
        .body("data.gains[0].holders", equalTo(1))
        .body("data.gains[0].subjects", contains(ann));
    tenant.post("manifests/" + id + "/approve").statusCode(403);
    tenant.second().post("manifests/" + id + "/approve").statusCode(200);
    tenant.post("manifests/" + id + "/apply").statusCode(200);
    String narrower = tenant.apply("warehouse", SITES);
    tenant
        .post("manifests/" + narrower + "/rollback")
        .statusCode(409)
        .body("detail", containsString("Rolling back would widen rights"));
  }
}
