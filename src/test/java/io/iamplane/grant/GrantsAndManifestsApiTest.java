package io.iamplane.grant;

import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants use what manifests declare: attributes in conditions, and types of subjects. */
@QuarkusTest
class GrantsAndManifestsApiTest {

  private static final String MANIFEST =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "%s", "name": "Shop"},
       "permissions": [{"key": "order.write"}], "attributes": {"context": {"amount": "%s"}},
       "types": {"%s": {"relations": {"owner": "user"}}}}
      """;

  private static final String OF_ANN =
      "{'subject': 'user:ann', 'privilege_type': 'permission',"
          + " 'privilege_key': 'shop:order.write'%s}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithTwoApplications() {
    tenant = new AdminTenant(platform);
    tenant.apply("shop", MANIFEST.formatted("shop", "int", "robot"));
    tenant.apply("till", MANIFEST.formatted("till", "int", "drawer"));
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  /** Another application's attributes may change. */
  @Test
  void declarationsThatDoNotFitThePresentConditionsOfGrantsAreRefused() {
    String grant = tenant.made("grants", OF_ANN.formatted(", 'condition': 'context.amount < 10'"));
    String draft = draft("shop", "string", "robot");
    tenant
        .post("manifests/" + draft + "/apply")
        .statusCode(409)
        .body("detail", startsWith("The condition of grant " + grant + " is not valid for the"));
    for (String fits :
        new String[] {draft("till", "string", "drawer"), draft("shop", "int", "r2")}) {
      tenant.post("manifests/" + fits + "/apply").statusCode(200);
    }
  }

  @Test
  void grantsWithoutConditionsAndRevokedOnesFitAllDeclarations() {
    tenant.made("grants", OF_ANN.formatted(""));
    String revoked =
        tenant.made("grants", OF_ANN.formatted(", 'condition': 'context.amount < 10'"));
    tenant.post("grants/" + revoked + "/revoke").statusCode(200);
    tenant.post("manifests/" + draft("shop", "string", "robot") + "/apply").statusCode(200);
  }

  @Test
  void subjectsMayHaveTheTypesOfAModel() {
    String robot = OF_ANN.formatted("").replace("user:ann", "%s:r2");
    tenant.made("grants", robot.formatted("robot"));
    tenant
        .post("grants", robot.formatted("android"))
        .statusCode(422)
        .body("errors", hasKey("subject"));
  }

  private String draft(String application, String attribute, String type) {
    return tenant.made(
        "applications/" + application + "/manifests",
        MANIFEST.formatted(application, attribute, type));
  }
}
