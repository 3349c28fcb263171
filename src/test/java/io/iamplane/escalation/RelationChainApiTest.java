package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static io.iamplane.escalation.GuardedTenant.membership;
import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relation gives to the subjects at the end of a chain through its subject, also a person. */
@QuarkusTest
class RelationChainApiTest {

  private static final String DOCS =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              "{\"key\": \"stock.adjust\"},"
                  + permission("doc.approve", "approve")
                  + permission("doc.sign", "sign")
                  + permission("doc.close", "close")
                  + permission("doc.open", "open").replaceAll(",$", ""))
          .replace(
              "\"types\": {",
              """
              "types": {
                "user": {"relations": {"manager": "user | service_account"}},
                "service_account": {"relations": {"manager": "service_account"}},
                "folder": {"relations": {"keeper": "service_account"}},
                "doc": {
                  "relations": {
                    "submitter": "user | service_account | group#member",
                    "folder": "folder",
                    "seen": "service_account",
                    "reader": "service_account",
                    "guest": "user:* | service_account:*",
                    "blocked": "user | service_account | group#member"},
                  "permissions": {
                    "approve": "submitter->manager",
                    "sign": "reader - blocked->manager",
                    "open": "guest",
                    "close": "folder->keeper"}},
              """);

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private AdminTenant mallory;
  private AdminTenant other;
  private IssuedClient manager;
  private String ann;

  private static String permission(String key, String relation) {
    return "{\"key\": \"%s\", \"risk\": \"high\", \"resource\": \"doc\", \"relation\": \"%s\"},"
        .formatted(key, relation);
  }

  @BeforeEach
  void aManagerOfAnn() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", DOCS);
    ann = "user:" + tenant.made("users", "{'name': 'Ann'}");
    manager = keeperOfRelations();
    mallory = guarded.as(manager);
    other = guarded.as(keeperOfRelations());
    related(manager, "manager", ann);
  }

  private IssuedClient keeperOfRelations() {
    return guarded.holder(
        "iam:relations.manage",
        "iam:users.manage",
        "iam:groups.manage",
        "iam:grants.manage",
        "iam:service_accounts.manage",
        "iam:audit.manage");
  }

  private void related(IssuedClient client, String relation, String object) {
    guarded.related(
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, guarded.account(client)),
        relation,
        SubjectRef.parse(object).orElseThrow(),
        null);
  }

  private static String relation(String subject, String relation, String object) {
    return "{'subject': '%s', 'relation': '%s', 'object': '%s'}"
        .formatted(subject, relation, object);
  }

  private static String unrelate(String subject, String relation, String object) {
    return "relations?subject=%s&relation=%s&object=%s".formatted(subject, relation, object);
  }

  @Test
  void aPersonThroughWhomAnArrowGoesGivesToWhoeverManagesThem() {
    String submitted = relation(ann, "submitter", "doc:1");
    mallory
        .post("relations", submitted)
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.approve"));
    related(manager, "seen", "doc:1");
    String bob = "user:" + tenant.made("users", "{'name': 'Bob'}");
    mallory.post("relations", relation(bob, "reader", "doc:1")).statusCode(422);
    other.post("relations", submitted).statusCode(200);
  }

  @Test
  void whoHoldsItByAGrantMay() {
    guarded.grant(
        "service_account:" + guarded.account(manager),
        "permission",
        "warehouse:doc.approve",
        "permit");
    mallory.post("relations", relation(ann, "submitter", "doc:1")).statusCode(200);
  }

  @Test
  void aRelationThatEndsNoSuchChainIsInNobodysWay() {
    IssuedClient backend = keeperOfRelations();
    related(backend, "seen", "doc:7");
    related(backend, "reader", "doc:7");
    AdminTenant writes = guarded.as(backend);
    writes.post("relations", relation(ann, "submitter", "doc:1")).statusCode(200);
    writes.post("relations", relation("folder:a", "folder", "doc:1")).statusCode(200);
    writes.post("relations", relation("user:*", "guest", "doc:1")).statusCode(200);
    related(backend, "keeper", "folder:a");
    writes
        .post("relations", relation("folder:a", "folder", "doc:2"))
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.close"));
    writes.post("relations", relation("service_account:*", "guest", "doc:1")).statusCode(403);
  }

  @Test
  void whatIsDoneThroughOneselfGivesToOthers() {
    String self = "service_account:" + guarded.account(manager);
    other.post("relations", relation(self, "submitter", "doc:1")).statusCode(200);
    IssuedClient lone = keeperOfRelations();
    guarded
        .as(lone)
        .post(
            "relations", relation("service_account:" + guarded.account(lone), "submitter", "doc:1"))
        .statusCode(200);
  }

  @Test
  void aPersonWhoIsBackBringsTheChainBack() {
    other.post("relations", relation(ann, "submitter", "doc:1")).statusCode(200);
    String path = "users/" + ann.substring(5);
    mallory.post(path + "/suspend").statusCode(200);
    mallory
        .post(path + "/reactivate")
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.approve"));
    other.post(path + "/reactivate").statusCode(200);
  }

  @Test
  void soDoesAMemberOfAGroup() {
    String crew = guarded.group("crew");
    other.post("relations", relation(crew + "#member", "submitter", "doc:1")).statusCode(200);
    mallory
        .post("groups/crew/members", member(ann))
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.approve"));
    guarded
        .as(guarded.holder("iam:groups.manage"))
        .post("groups/crew/members", member(ann))
        .statusCode(403);
    other.post("groups/crew/members", member(ann)).statusCode(201);
    guarded.group("band");
    mallory.post("groups/band/members", member(ann)).statusCode(201);
  }

  /** The engine knows the members of a group by the directory, whatever a model says of groups. */
  @Test
  void soDoesAGroupThatTheModelDeclaresWithoutMembers() {
    tenant.apply(
        "warehouse",
        DOCS.replace(" | group#member", "")
            .replace(
                "\"folder\": \"folder\",", "\"folder\": \"folder\", \"team\": \"group | squad\",")
            .replace("\"folder->keeper\"", "\"team->member\"")
            .replace(
                "\"folder\": {\"relations\"",
                "\"group\": {\"relations\": {\"lead\": \"user\"}},"
                    + " \"squad\": {\"relations\": {\"member\": \"user\"}},"
                    + " \"folder\": {\"relations\""));
    String crew = guarded.group("crew");
    String team = relation(crew, "team", "doc:1");
    tenant.post("groups/crew/members", member(account(manager))).statusCode(201);
    mallory
        .post("relations", team)
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.close"));
    other.post("relations", team).statusCode(200);
    IssuedClient joiner = keeperOfRelations();
    guarded.as(joiner).post("groups/crew/members", member(account(joiner))).statusCode(403);
  }

  private String account(IssuedClient client) {
    return "service_account:" + guarded.account(client);
  }

  @Test
  void anExclusionIsNotLiftedByTakingAwayWhomItGoesThrough() {
    related(manager, "reader", "doc:1");
    String blocked = relation(ann, "blocked", "doc:1");
    other.post("relations", blocked).statusCode(200);
    mallory
        .delete(unrelate(ann, "blocked", "doc:1"))
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.sign"));
    mallory.post("users/" + ann.substring(5) + "/suspend").statusCode(403);
    other.post("users/" + ann.substring(5) + "/suspend").statusCode(200);
    String crew = guarded.group("crew");
    other.post("users/" + ann.substring(5) + "/reactivate").statusCode(200);
    other.post("relations", relation(crew + "#member", "blocked", "doc:1")).statusCode(200);
    other.post("groups/crew/members", member(ann)).statusCode(201);
    mallory.delete(membership("crew", ann)).statusCode(403);
    mallory.delete("groups/crew").statusCode(403);
    other.delete(membership("crew", ann)).statusCode(200);
  }

  @Test
  void norByDeletingAnAccountThatItGoesThrough() {
    related(manager, "reader", "doc:1");
    String id = tenant.made("service-accounts", "{'name': 'Robot'}");
    String robot = "service_account:" + id;
    related(manager, "manager", robot);
    mallory
        .delete("service-accounts/" + tenant.made("service-accounts", "{'name': 'Other'}"))
        .statusCode(200);
    other.post("relations", relation(robot, "blocked", "doc:1")).statusCode(200);
    mallory
        .delete("service-accounts/" + id)
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.sign"));
    mallory.patch("service-accounts/" + id, "{'status': 'suspended'}").statusCode(403);
    other.delete("service-accounts/" + id).statusCode(200);
  }

  @Test
  void norByErasingAPersonThatItGoesThrough() {
    related(manager, "reader", "doc:1");
    String bob = "user:" + tenant.made("users", "{'name': 'Bob'}");
    mallory.post("audit/erase-subject", "{'subject': '%s'}".formatted(bob)).statusCode(200);
    other.post("relations", relation(ann, "blocked", "doc:1")).statusCode(200);
    String erase = "{'subject': '%s'}".formatted(ann);
    mallory
        .post("audit/erase-subject", erase)
        .statusCode(403)
        .body("detail", containsString("warehouse:doc.sign"));
    other.post("audit/erase-subject", erase).statusCode(200);
  }

  /** Includes rights without a relation, which a model gives every account on itself. */
  @Test
  void whoGetsASecretGetsWhatTheAccountMayDoOnItself() {
    String robot = tenant.made("service-accounts", "{'name': 'Robot'}");
    tenant.apply(
        "warehouse",
        DOCS.replace(
                "{\"manager\": \"service_account\"}",
                "{\"manager\": \"service_account\"}, \"permissions\": {\"renew\": \"self\"}")
            .replace(
                "{\"key\": \"doc.sign\"",
                permission("doc.renew", "renew").replace("\"doc\"", "\"service_account\"")
                    + "{\"key\": \"doc.sign\""));
    String path = "service-accounts/" + robot + "/rotate-secret";
    mallory
        .post(path)
        .statusCode(403)
        .body("detail", containsString("You must hold warehouse:doc.renew"));
    guarded
        .as(guarded.holder("iam:service_accounts.manage", "warehouse:doc.renew"))
        .post(path)
        .statusCode(200);
  }
}
