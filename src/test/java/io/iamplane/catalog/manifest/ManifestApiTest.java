package io.iamplane.catalog.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ManifestApiTest {

  private static final String MANIFESTS = "applications/warehouse/manifests";
  private static final String WITHOUT_ADJUST =
      AdminTenant.WAREHOUSE.replace(", {\"key\": \"stock.adjust\"}", "");

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void theFirstManifestBringsTheApplicationItsCatalogueAndItsClient() throws Exception {
    Map<String, Object> submitted =
        submit(AdminTenant.WAREHOUSE)
            .statusCode(201)
            .header("Location", startsWith("/api/iam/v1/manifests/"))
            .body("data.version", equalTo(1))
            .body("data.status", equalTo("approved"))
            .body("data.requires_approval", equalTo(false))
            .body("data.application_key", equalTo("warehouse"))
            .extract()
            .path("data");
    tenant.get("applications/warehouse").statusCode(404);

    Map<String, Object> applied =
        tenant
            .post("manifests/" + submitted.get("id") + "/apply")
            .statusCode(200)
            .body("data.status", equalTo("applied"))
            .body("data.client_id", startsWith("client_"))
            .extract()
            .path("data");
    String secret = (String) applied.get("client_secret");
    assertThat(secret).hasSizeGreaterThan(40);
    tenant
        .get("applications/warehouse/client")
        .statusCode(200)
        .body("data.has_secret", equalTo(true))
        .body("data", not(hasKey("client_secret")));
    assertThat(Rows.tablesWith(secret)).isEmpty();
    tenant
        .get("applications/warehouse/catalog")
        .body("data.permissions.key", contains("warehouse:stock.adjust", "warehouse:stock.read"))
        .body("data.roles.key", contains("warehouse:boss", "warehouse:clerk"));
    tenant.get("applications").body("data.key", contains("warehouse"));
  }

  @Test
  void theSameManifestAgainIsTheSameVersion() {
    String id = submit(AdminTenant.WAREHOUSE).statusCode(201).extract().path("data.id");
    submit(AdminTenant.WAREHOUSE).statusCode(200).body("data.id", equalTo(id));
    tenant.post("manifests/" + id + "/apply").statusCode(200);
    submit(AdminTenant.WAREHOUSE)
        .statusCode(200)
        .body("data.id", equalTo(id))
        .body("data.status", equalTo("applied"));
    submit("{\"manifest\": " + AdminTenant.WAREHOUSE + "}").statusCode(200);
  }

  @Test
  void theAppliedManifestCanBeHandedInAsItIsRead() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String read =
        tenant.get("applications/warehouse/manifest").statusCode(200).extract().asString();
    submit(read.substring("{\"data\":".length(), read.length() - 1))
        .statusCode(200)
        .body("data.status", equalTo("applied"));
  }

  @Test
  void whatIsRemovedWaitsForApproval() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String id =
        submit(WITHOUT_ADJUST)
            .statusCode(201)
            .body("data.status", equalTo("pending_approval"))
            .body("data.requires_approval", equalTo(true))
            .extract()
            .path("data.id");
    tenant
        .get("manifests/" + id + "/diff")
        .statusCode(200)
        .body("data.from", equalTo(1))
        .body("data.permissions.removed.key", contains("warehouse:stock.adjust"))
        .body("data.approval_reasons", hasItem("warehouse:stock.adjust is removed"));
    tenant.post("manifests/" + id + "/apply").statusCode(409);
    tenant.post("manifests/" + id + "/approve").statusCode(403);
    tenant
        .second()
        .post("manifests/" + id + "/approve", "{'note': 'looked at it'}")
        .statusCode(200)
        .body("data.status", equalTo("approved"))
        .body("data.note", equalTo("looked at it"))
        .body("data.decided_by", startsWith("service_account:"));
    tenant.post("manifests/" + id + "/approve").statusCode(409);
    tenant
        .post("manifests/" + id + "/apply")
        .statusCode(200)
        .body("data", not(hasKey("client_id")));
    tenant.post("manifests/" + id + "/apply").statusCode(409);
    tenant.post("manifests/" + id + "/reject").statusCode(409);
    tenant
        .get("applications/warehouse/catalog")
        .body(
            "data.permissions.find { it.key == 'warehouse:stock.adjust' }.status",
            equalTo("deprecated"));
  }

  @Test
  void riskyPermissionsAndRedirectUrisWaitForApproval() {
    submit(AdminTenant.WAREHOUSE.replace("\"stock.read\"}", "\"stock.read\", \"risk\": \"high\"}"))
        .statusCode(201)
        .body("data.status", equalTo("pending_approval"));
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    submit(
            AdminTenant.WAREHOUSE.replace(
                "\"permissions\": [{",
                "\"auth\": {\"redirect_uris\": [\"https://wms.example/in\"]}, \"permissions\": [{"))
        .statusCode(201)
        .body("data.status", equalTo("pending_approval"));
    submit(AdminTenant.WAREHOUSE.replace("\"Warehouse\"", "\"Stock\""))
        .statusCode(201)
        .body("data.status", equalTo("approved"));
  }

  @Test
  void whatWasApprovedAgainstAnotherVersionIsApprovedAgain() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String older =
        submit(AdminTenant.WAREHOUSE.replace("\"Warehouse\"", "\"Stock\""))
            .extract()
            .path("data.id");
    String removing = submit(WITHOUT_ADJUST).extract().path("data.id");
    tenant.second().post("manifests/" + removing + "/approve").statusCode(200);
    tenant.post("manifests/" + older + "/apply").statusCode(200);
    tenant
        .post("manifests/" + removing + "/apply")
        .statusCode(409)
        .body(
            "detail",
            equalTo(
                "Version 2 has been applied in the meantime; this manifest must be approved"
                    + " again."));
    tenant.second().post("manifests/" + removing + "/approve").statusCode(200);
    tenant.post("manifests/" + removing + "/apply").statusCode(200);
  }

  @Test
  void aRejectedManifestIsNotApplied() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String id = submit(WITHOUT_ADJUST).extract().path("data.id");
    tenant
        .post("manifests/" + id + "/reject", "{'note': 'no'}")
        .statusCode(200)
        .body("data.status", equalTo("rejected"));
    tenant.post("manifests/" + id + "/approve").statusCode(409);
    tenant.post("manifests/" + id + "/apply").statusCode(409);
    submit(WITHOUT_ADJUST).statusCode(201).body("data.version", equalTo(3));
    tenant
        .get("manifests?filter[status]=rejected")
        .body("data", hasSize(1))
        .body("data[0].id", equalTo(id));
    tenant.get("manifests?filter[application]=warehouse").body("data", hasSize(3));
    tenant.get("manifests?filter[application]=other").body("data", hasSize(0));
  }

  @Test
  void rollingBackRestoresWhatWasThereBefore() {
    String first = tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.post("manifests/" + first + "/rollback").statusCode(409);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}");
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isTrue();
    String second = tenant.apply("warehouse", WITHOUT_ADJUST);
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isFalse();
    tenant
        .post("manifests/" + second + "/rollback")
        .statusCode(200)
        .body("data.version", equalTo(1));
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isTrue();
    tenant.get("manifests/" + second).body("data.status", equalTo("rolled_back"));
    tenant.post("manifests/" + second + "/rollback").statusCode(409);
    tenant.get("manifests/" + second + "/diff").body("data.from", equalTo(1));
    tenant.get("applications/warehouse").body("data.manifest_version", equalTo(1));
    tenant.apply("warehouse", WITHOUT_ADJUST);
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isFalse();
  }

  @Test
  void everyFaultIsToldWithItsPlace() {
    submit(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "warehouse", "name": "W", "colour": "red"},
             "permissions": [{"key": "stock.read", "risk": "huge"}],
             "roles": [{"key": "clerk", "permissions": ["nothing"]}]}
            """)
        .statusCode(422)
        .body("errors", hasKey("app.colour"))
        .body("errors", hasKey("permissions[0].risk"))
        .body("errors", hasKey("roles[0].permissions[0]"));
    submit(AdminTenant.WAREHOUSE.replace("\"warehouse\"", "\"other\""))
        .statusCode(422)
        .body("errors", hasKey("app.key"));
    tenant
        .post("applications/iam/manifests", AdminTenant.WAREHOUSE.replace("warehouse", "iam"))
        .statusCode(422);
    submit("[]").statusCode(422);
    tenant.get("manifests").body("data", hasSize(0)).body("next_cursor", equalTo(null));
  }

  @Test
  void aClientIsRotatedRevokedAndMadeAnew() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant
        .post("applications/warehouse/rotate-secret", "{'grace_period': 'PT1H'}")
        .statusCode(200)
        .body("data.client_secret", notNullValue())
        .body("data.previous_secret_expires_at", notNullValue());
    tenant
        .post("applications/warehouse/rotate-secret", "{'compromised': true}")
        .statusCode(200)
        .body("data.previous_secret_expires_at", equalTo(null));
    tenant
        .post(
            "applications/warehouse/rotate-secret", "{'compromised': true, 'grace_period': 'P1D'}")
        .statusCode(422)
        .body("errors", hasKey("grace_period"));
    tenant
        .post("applications/warehouse/revoke-client")
        .statusCode(200)
        .body("data.status", equalTo("revoked"));
    tenant
        .post("applications/warehouse/rotate-secret")
        .statusCode(200)
        .body("data.status", equalTo("active"));
  }

  private ValidatableResponse submit(String manifest) {
    return tenant.post(MANIFESTS, manifest);
  }
}
