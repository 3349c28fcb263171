package io.iamplane.grant.relation;

import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subjects that are sets, and ids as long as other systems have them. */
@QuarkusTest
class ForeignSubjectsApiTest {

  private static final String ANN =
      "{'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:berlin'}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff', 'external_id': 'staff'}");
  }

  /** A set is asked about, listed for and searched for as one subject is. */
  @Test
  void aUsersetMayBeTheSubject() {
    String members = "{'subject': 'group:staff#member', 'relation': 'keeper', ";
    tenant.apply(
        "vault",
        """
        {"schema": "iam.manifest.v2", "app": {"key": "vault", "name": "Vault"},
         "types": {"safe": {"relations": {"opener": "user | user:* | group#member"}}}}
        """);
    for (String stored : new String[] {"group:staff#member', 's1", "user:*', 's2"}) {
      String[] parts = stored.split("', '");
      tenant
          .post(
              "relations",
              "{'subject': '%s', 'relation': 'opener', 'object': 'safe:%s'}"
                  .formatted(parts[0], parts[1]))
          .statusCode(200);
      String question =
          "{'subject': '%s', 'relation': 'opener', 'application': 'vault', ".formatted(parts[0]);
      tenant
          .post("decisions/check", question + "'resource': 'safe:%s'}".formatted(parts[1]))
          .statusCode(200)
          .body("data.allowed", equalTo(true))
          .body("data.reason_code", equalTo("granted_by_relation"));
      tenant
          .post("decisions/explain", question + "'resource': 'safe:%s'}".formatted(parts[1]))
          .statusCode(200)
          .body("data.allowed", equalTo(true));
      tenant
          .post("decisions/list-resources", question + "'type': 'safe'}")
          .statusCode(200)
          .body("data.resources.id", equalTo(List.of(parts[1])));
      tenant
          .post(
              "decisions/batch",
              "{'checks': [" + question + "'resource': 'safe:%s'}]}".formatted(parts[1]))
          .statusCode(200)
          .body("data.decisions[0].allowed", equalTo(true));
    }
    String listed =
        "{'object': 'safe:s1', 'relation': 'opener', 'application': 'vault', 'type': '%s'}";
    tenant
        .post("decisions/list-subjects", listed.formatted("group#member"))
        .statusCode(200)
        .body("data.subjects.type", equalTo(List.of("group")))
        .body("data.subjects.id", everyItem(endsWith("#member")));
    tenant
        .post("decisions/list-subjects", listed.formatted("group#owner"))
        .statusCode(200)
        .body("data.subjects", equalTo(List.of()));
    tenant
        .post("decisions/check", members + "'application': 'warehouse', 'resource': 'site:berlin'}")
        .statusCode(200)
        .body("data.allowed", equalTo(false));
  }

  /** SpiceDB's ids have up to 1,024 characters. */
  @Test
  void idsOfAThousandBytesAreStoredAskedAboutAndDeleted() {
    String site = "site:" + "x".repeat(1_024);
    tenant.post("relations", ANN.replace("site:berlin", site)).statusCode(200);
    tenant
        .post(
            "decisions/check",
            "{'subject': 'user:ann', 'relation': 'keeper', 'application': 'warehouse', 'resource':"
                + " '%s'}".formatted(site))
        .statusCode(200)
        .body("data.allowed", equalTo(true));
    tenant
        .delete("relations?subject=user:ann&relation=keeper&object=" + site)
        .statusCode(200)
        .body("data.object", equalTo(site));
    tenant.post("relations", ANN.replace("site:berlin", site + "x")).statusCode(422);
    tenant.post("relations", ANN.replace("berlin", "\u00e9".repeat(513))).statusCode(422);
  }
}
