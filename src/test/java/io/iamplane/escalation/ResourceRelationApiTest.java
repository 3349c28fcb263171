package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A relation may depend on attributes of its resource: an account that may change these opens no
 * relation of its own and closes no exclusion of its own. Relations of others do not block it.
 */
@QuarkusTest
class ResourceRelationApiTest {

  private static final String PEOPLE =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              "{\"key\": \"stock.adjust\"}, {\"key\": \"pay.raise\", \"risk\": \"high\","
                  + " \"resource\": \"user\", \"relation\": \"raise\"}")
          .replace(
              "\"types\": {",
              """
              "types": {"user": {
                "relations": {
                  "boss": "user | service_account | group#member",
                  "mentor": "user",
                  "barred": "service_account",
                  "seen": "service_account"},
                "permissions": {"raise": "(boss | mentor->boss) - barred"}},
              """);

  private static final String OPEN = "resource.open == true";
  private static final String LOCKED = "resource.locked == true";

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private String ann;
  private IssuedClient client;
  private AdminTenant mallory;

  @BeforeEach
  void aManagerOfTheDirectory() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", PEOPLE);
    ann = tenant.made("users", "{'name': 'Ann', 'attributes': {'open': false, 'locked': true}}");
    client = manager();
    mallory = guarded.as(client);
  }

  private IssuedClient manager() {
    return guarded.holder("iam:users.manage", "iam:service_accounts.manage");
  }

  private void related(IssuedClient subject, String relation, String object, String condition) {
    guarded.related(
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, guarded.account(subject)),
        relation,
        new SubjectRef(SubjectRef.USER, object),
        condition);
  }

  private void refused(AdminTenant who, String attributes) {
    who.patch("users/" + ann, "{'attributes': {" + attributes + "}}")
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
  }

  private void allowed(AdminTenant who, String attributes) {
    who.patch("users/" + ann, "{'attributes': {" + attributes + "}}").statusCode(200);
  }

  @Test
  void aRelationOfOnesOwnIsNotOpened() {
    related(client, "boss", ann, OPEN);
    allowed(mallory, "'open': false, 'locked': true, 'desk': 7");
    refused(mallory, "'open': true, 'locked': true");
    allowed(guarded.as(manager()), "'open': true, 'locked': true");
    refused(mallory, "'open': false, 'locked': true");
  }

  @Test
  void aRelationOfAnotherIsInNobodysWay() {
    related(manager(), "boss", ann, OPEN);
    allowed(mallory, "'open': true");
    related(client, "seen", ann, "resource.seen == true");
    allowed(mallory, "'open': true, 'seen': true");
  }

  /** One that opens nothing is refused, too: only the name is compared. */
  @Test
  void theValueDoesNotMatter() {
    related(client, "boss", ann, "resource.grade > 5");
    refused(mallory, "'grade': 4");
    refused(mallory, "'grade': 6");
    refused(mallory, "'grade': 'none'");
    allowed(mallory, "'rank': 6");
    allowed(tenant, "'grade': 7");
    allowed(mallory, "'grade': 7, 'rank': 1");
  }

  @Test
  void anExclusionOfOnesOwnIsNotClosed() {
    related(client, "boss", ann, null);
    related(client, "barred", ann, LOCKED);
    refused(mallory, "'open': false, 'locked': false");
    allowed(mallory, "'open': false, 'locked': true, 'desk': 7");
    allowed(guarded.as(manager()), "'locked': false");
    refused(mallory, "'locked': true");
  }

  /** No relation is looked at, so that its subject is not known; what the caller has is. */
  @Test
  void anExclusionOfAnotherIsInTheWayOfWhoHasTheRightByARelation() {
    related(manager(), "barred", ann, LOCKED);
    allowed(mallory, "'locked': false");
    related(client, "boss", ann, null);
    refused(mallory, "'locked': true");
    allowed(guarded.as(manager()), "'locked': true");
  }

  @Test
  void aChainLeadsToOnesOwnFromAnyLink() {
    String zoe = tenant.made("users", "{'name': 'Zoe'}");
    guarded.related(
        new SubjectRef(SubjectRef.USER, zoe), "mentor", new SubjectRef(SubjectRef.USER, ann), OPEN);
    allowed(mallory, "'open': true");
    allowed(mallory, "'open': false");
    related(client, "boss", zoe, null);
    refused(mallory, "'open': true");
    allowed(guarded.as(manager()), "'open': true");
  }

  @Test
  void soDoesAGroupThatAPuppetIsIn() {
    String puppet = "service_account:" + mallory.made("service-accounts", "{'name': 'Puppet'}");
    String outer = guarded.group("outer");
    String inner = guarded.group("inner");
    tenant.post("groups/outer/members", member(inner)).statusCode(201);
    tenant
        .post(
            "relations",
            "{'subject': '%s#member', 'relation': 'boss', 'object': 'user:%s', 'condition': '%s'}"
                .formatted(outer, ann, OPEN))
        .statusCode(200);
    allowed(mallory, "'open': true");
    allowed(mallory, "'open': false");
    tenant.second().post("groups/inner/members", member(puppet)).statusCode(201);
    refused(mallory, "'open': true");
  }

  @Test
  void whoHasTheRightForThatThingMay() {
    related(client, "boss", ann, OPEN);
    String grant =
        "{'subject': 'service_account:%s', 'privilege_type': 'permission',"
            + " 'privilege_key': 'warehouse:pay.raise', 'resource': 'user:%s'}";
    String bob = tenant.made("users", "{'name': 'Bob'}");
    tenant.post("grants", grant.formatted(guarded.account(client), bob)).statusCode(201);
    refused(mallory, "'open': true");
    tenant.post("grants", grant.formatted(guarded.account(client), ann)).statusCode(201);
    allowed(mallory, "'open': true");
  }
}
