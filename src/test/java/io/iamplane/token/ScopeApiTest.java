package io.iamplane.token;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The scope of a token limits the rights of its bearer, at every operation. */
@QuarkusTest
class ScopeApiTest {

  private static final String NO_SUCH = "no-such-thing";

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @TestFactory
  Stream<DynamicTest> everyOperationAsksForItsScope() {
    String administrator = platform.platformToken();
    return PublishedOperations.all().stream()
        .filter(operation -> !operation.permission().isEmpty())
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.toString(), () -> asksForItsScope(operation, administrator)));
  }

  private void asksForItsScope(Published operation, String administrator) {
    String needed = operation.permission();
    for (String scope : new String[] {"iam:none", needed + ".x", "read", "warehouse:*"}) {
      Response refused = send(operation, scoped(administrator, scope));
      assertThat(refused.statusCode()).as(scope).isEqualTo(403);
      assertThat(refused.<String>path("scope")).isEqualTo(needed);
      assertThat(refused.header("WWW-Authenticate"))
          .isEqualTo("Bearer realm=\"iam\", error=\"insufficient_scope\", scope=\"" + needed + '"');
    }
    if (operation.method().equals("GET")) {
      String family = needed.substring(0, needed.lastIndexOf('.')) + ".*";
      for (String scope : new String[] {needed, family, "iam:*", "iam:none " + needed}) {
        assertThat(send(operation, scoped(administrator, scope)).statusCode())
            .as(scope)
            .isNotIn(401, 403);
      }
    }
  }

  private static Response send(Published operation, String token) {
    RequestSpecification request = given().header("Authorization", "Bearer " + token);
    if (operation.definition().has("requestBody")) {
      request.contentType("application/json").body("{}");
    }
    return request.request(operation.method(), operation.path().replaceAll("\\{[^}]+}", NO_SUCH));
  }

  @Test
  void aScopeGivesNothing() {
    String withoutRights = platform.token(platform.clientWithoutRights(tenant.organization()));
    tenant.as(scoped(withoutRights, "iam:*")).get("users").statusCode(403);
  }

  @Test
  void whatNeedsNoPermissionNeedsNoScope() {
    tenant.as(scoped(tenant.token(), "iam:none")).get("capabilities").statusCode(200);
  }

  // --- What a caller hands on ---

  @Test
  void nothingAboveTheCeilingIsHandedOn() {
    AdminTenant scoped =
        tenant.as(scoped(tenant.token(), "iam:grants.* iam:users.* iam:service_accounts.*"));
    String user = scoped.made("users", "{'name': 'Puppet', 'email': 'p@example.com'}");
    String grant = "{'subject': 'user:%s', 'privilege_type': 'permission', 'privilege_key': '%s'}";
    scoped.post("grants", grant.formatted(user, "iam:users.read")).statusCode(201);
    scoped.post("grants", grant.formatted(user, "iam:audit.manage")).statusCode(403);
    scoped
        .post(
            "grants",
            "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
                .formatted(user))
        .statusCode(403);
  }

  @Test
  void aCallerCannotLiftItsOwnCeilingNorTakeASecretAboveIt() {
    String account = account(tenant.administrator());
    tenant.patch(account, "{'scopes': ['iam:service_accounts.*']}").statusCode(200);
    String token = platform.token(tenant.administrator());
    AdminTenant capped = tenant.as(token);
    capped.get("service-accounts").statusCode(200);
    capped.get("users").statusCode(403);
    for (String scopes :
        new String[] {"[]", "['iam:*']", "['iam:service_accounts.*','iam:users.*']"}) {
      capped.patch(account, "{'scopes': %s}".formatted(scopes)).statusCode(403);
    }
    capped.post(account + "/rotate-secret").statusCode(403);
    capped.patch(account, "{'scopes': ['iam:service_accounts.read']}").statusCode(200);
  }

  @Test
  void whatAGroupPassesOnNeedsTheScopeToGrantIt() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String group =
        tenant.post("groups", "{'key': 'bosses', 'name': 'Bosses'}").extract().path("data.id");
    tenant.made(
        "grants",
        "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}"
            .formatted(group));
    String member =
        "{'member_type': 'user', 'member_id': '%s'}"
            .formatted(tenant.made("users", "{'name': 'Ann'}"));
    tenant
        .as(scoped(tenant.token(), "iam:groups.*"))
        .post("groups/bosses/members", member)
        .statusCode(403);
    tenant
        .as(scoped(tenant.token(), "iam:groups.* iam:grants.manage"))
        .post("groups/bosses/members", member)
        .statusCode(201);
  }

  @Test
  void anAdministratorIsNotBroughtBackUnderANarrowScope() {
    String ann = tenant.made("users", "{'name': 'Ann'}");
    tenant.made(
        "grants",
        "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
            .formatted(ann));
    tenant.post("users/" + ann + "/suspend").statusCode(200);
    String path = "users/" + ann + "/reactivate";
    tenant.as(scoped(tenant.token(), "iam:users.*")).post(path).statusCode(403);
    tenant.as(scoped(tenant.token(), "iam:*")).post(path).statusCode(200);
  }

  @Test
  void underANarrowScopeNoSecretIsMadeThatReachesBeyondIt() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    IssuedClient keeper = holder(tenant, "iam:service_accounts.manage");
    tenant
        .second()
        .made(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}"
                .formatted(platform.subject(keeper)));
    String token = platform.token(keeper);
    String path = account(keeper) + "/rotate-secret";
    tenant.as(scoped(token, "iam:service_accounts.*")).post(path).statusCode(403);
    tenant.as(token).post(path).statusCode(200);
  }

  private IssuedClient holder(AdminTenant within, String permission) {
    IssuedClient client = platform.clientWithoutRights(within.organization());
    within.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
            .formatted(platform.subject(client), permission));
    return client;
  }

  // --- What a client may ask for ---

  @Test
  void aClientMayAskForLessThanItMayHave() {
    Map<String, String> made = client("['iam:users.*', 'iam:groups.read']");
    asked(made, "iam:users.read").statusCode(200).body("scope", equalTo("iam:users.read"));
    asked(made, "iam:users.* iam:groups.read").statusCode(200);
    for (String more :
        new String[] {"iam:*", "iam:groups.*", "iam:roles.read", "iam:users.read x"}) {
      asked(made, more).statusCode(400).body("error", equalTo("invalid_scope"));
    }
  }

  @Test
  void aClientWithoutCeilingMayTakeOneForAToken() {
    Map<String, String> made = client("[]");
    asked(made, "iam:decisions.*").statusCode(200).body("scope", equalTo("iam:decisions.*"));
    for (String none : new String[] {"import", "warehouse:*", "*"}) {
      asked(made, none).statusCode(400).body("error", equalTo("invalid_scope"));
    }
  }

  @Test
  void whatIsNoPatternOfPermissionsIsRefusedByPlace() {
    for (String scope : new String[] {"import", "warehouse:stock.read", "*", "iam:userz.read"}) {
      tenant
          .post("service-accounts", "{'name': 'M', 'scopes': ['%s']}".formatted(scope))
          .statusCode(422)
          .body("errors.scopes", not(equalTo(null)));
    }
  }

  // --- What outlives a narrower ceiling ---

  @Test
  void aNarrowerCeilingEndsTheTokensUnderTheWiderOne() {
    String account = account(tenant.administrator());
    String wide = platform.token(tenant.administrator());
    tenant.patch(account, "{'scopes': ['iam:service_accounts.*']}").statusCode(200);
    tenant.as(wide).get("users").statusCode(401);
    String narrow = platform.token(tenant.administrator());
    tenant.as(narrow).get("service-accounts").statusCode(200);
  }

  private String account(IssuedClient client) {
    return "service-accounts/" + platform.subject(client).id();
  }

  private Map<String, String> client(String scopes) {
    return tenant
        .post("service-accounts", "{'name': 'M', 'scopes': %s}".formatted(scopes))
        .statusCode(201)
        .extract()
        .path("data.client");
  }

  private static ValidatableResponse asked(Map<String, String> client, String scope) {
    return given()
        .auth()
        .preemptive()
        .basic(client.get("client_id"), client.get("client_secret"))
        .formParam("grant_type", "client_credentials")
        .formParam("scope", scope)
        .post("/oauth/token")
        .then();
  }

  private String scoped(String token, String scope) {
    return smith.reforge(token, claims -> claims.put("scope", scope));
  }
}
