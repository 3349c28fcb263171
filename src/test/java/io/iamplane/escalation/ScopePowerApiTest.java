package io.iamplane.escalation;

import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rights limited to a resource reach the resources below it. If that depends on a condition, an
 * account that may change the condition's attributes widens no right of its own, and lifts no
 * denial of its own.
 */
@QuarkusTest
class ScopePowerApiTest {

  private static final String AREAS =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              "{\"key\": \"stock.adjust\"},"
                  + " {\"key\": \"site.close\", \"risk\": \"high\", \"resource\": \"site\"},"
                  + " {\"key\": \"pay.raise\", \"risk\": \"high\", \"resource\": \"user\"}")
          .replace(
              "\"types\": {",
              "\"types\": {\"area\": {}, \"user\": {\"relations\": {\"parent\": \"area\"}}, ")
          .replace("\"keeper\": \"user", "\"parent\": \"area\", \"keeper\": \"user");

  private static final SubjectRef MINE = new SubjectRef("area", "mine");

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private String ann;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", AREAS);
    ann = tenant.made("users", "{'name': 'Ann', 'attributes': {'open': false, 'locked': true}}");
  }

  private IssuedClient manager(String... more) {
    String[] all = Arrays.copyOf(more, more.length + 2);
    all[more.length] = "iam:users.manage";
    all[more.length + 1] = "iam:service_accounts.manage";
    return guarded.holder(all);
  }

  private void inMine(IssuedClient client, String effect, String permission) {
    tenant
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': '%s', 'effect': '%s', 'resource': 'area:mine'}"
                .formatted(guarded.account(client), permission, effect))
        .statusCode(201);
  }

  private void annIsInMine(String condition) {
    guarded.related(MINE, "parent", new SubjectRef(SubjectRef.USER, ann), condition);
  }

  private static String attributes(String all) {
    return "{'attributes': {" + all + "}}";
  }

  @Test
  void aThingIsNotOpenedToALimitedRightOfOnesOwn() {
    annIsInMine("resource.open == true");
    IssuedClient client = manager();
    inMine(client, "permit", "warehouse:pay.raise");
    AdminTenant mallory = guarded.as(client);
    mallory.patch("users/" + ann, attributes("'open': false, 'desk': 7")).statusCode(200);
    mallory
        .patch("users/" + ann, attributes("'open': true"))
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
    IssuedClient closer = manager();
    inMine(closer, "permit", "warehouse:site.close");
    guarded.as(closer).patch("users/" + ann, attributes("'open': true")).statusCode(200);
    mallory.patch("users/" + ann, attributes("'open': false")).statusCode(403);
  }

  @Test
  void norFreedOfALimitedDenialOfOnesOwn() {
    annIsInMine("resource.locked == true");
    IssuedClient client = manager("warehouse:pay.raise");
    inMine(client, "deny", "warehouse:pay.raise");
    AdminTenant mallory = guarded.as(client);
    mallory
        .patch("users/" + ann, attributes("'locked': false"))
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
    guarded
        .as(manager("warehouse:pay.raise"))
        .patch("users/" + ann, attributes("'locked': false"))
        .statusCode(200);
    mallory.patch("users/" + ann, attributes("'locked': true")).statusCode(403);
  }

  @Test
  void ownAttributesOpenNothingBelowWhatARightIsLimitedTo() {
    guarded.related(MINE, "parent", new SubjectRef("site", "1"), "subject.trusted == true");
    IssuedClient client = manager();
    inMine(client, "permit", "warehouse:site.close");
    AdminTenant mallory = guarded.as(client);
    String own = "service-accounts/" + guarded.account(client);
    mallory.patch(own, attributes("'desk': 7")).statusCode(200);
    mallory
        .patch(own, attributes("'trusted': true"))
        .statusCode(403)
        .body("detail", containsString("warehouse:site.close"));
    guarded.as(manager()).patch(own, attributes("'trusted': true")).statusCode(200);
    AdminTenant everywhere = guarded.as(manager("warehouse:site.close"));
    String puppet = everywhere.made("service-accounts", "{'name': 'Puppet'}");
    tenant
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': 'warehouse:site.close', 'resource': 'area:mine'}"
                .formatted(puppet))
        .statusCode(201);
    everywhere.patch("service-accounts/" + puppet, attributes("'trusted': true")).statusCode(200);
  }

  @Test
  void norDoTheyLiftADenialThere() {
    guarded.related(MINE, "parent", new SubjectRef("site", "1"), "subject.trusted == false");
    IssuedClient client = manager("warehouse:site.close");
    guarded.attributes(client, "trusted", false);
    inMine(client, "deny", "warehouse:site.close");
    AdminTenant mallory = guarded.as(client);
    mallory
        .patch("service-accounts/" + guarded.account(client), attributes("'trusted': true"))
        .statusCode(403)
        .body("detail", containsString("warehouse:site.close"));
    IssuedClient free = manager("warehouse:site.close");
    guarded
        .as(free)
        .patch("service-accounts/" + guarded.account(free), attributes("'trusted': true"))
        .statusCode(200);
  }
}
