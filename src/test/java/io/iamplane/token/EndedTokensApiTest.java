package io.iamplane.token;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.organization.UpdateOrganizationRequest;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens are refused after the end of their credential, account or organization. */
@QuarkusTest
class EndedTokensApiTest {

  private static final int RACES = 8;

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;
  @Inject OrganizationService organizations;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  /** A machine that may read users, its client and its present secret. */
  private record Machine(String id, String clientId, String secret) {
    String path() {
      return "service-accounts/" + id;
    }
  }

  // --- Secrets ---

  @Test
  void compromisedRotationEndsTheThiefsTokens() {
    Machine machine = machine();
    String thiefs = token(machine);
    works(thiefs);
    Machine rotated = rotate(machine, "{'compromised': true}");
    refused(thiefs);
    works(token(rotated));
  }

  @Test
  void rotationWithoutGraceEndsThemToo() {
    Machine machine = machine();
    String old = token(machine);
    Machine rotated = rotate(machine, "{'grace_period': 'PT0S'}");
    refused(old);
    works(token(rotated));
  }

  @Test
  void rotationWithGraceKeepsWhatIsInUse() {
    Machine machine = machine();
    String old = token(machine);
    rotate(machine, "{'grace_period': 'PT1H'}");
    works(old);
    works(token(machine));
  }

  /** The order of versions decides, and no clock, with anything else in progress. */
  @Test
  void noTokenOfTheOldSecretSurvivesARotationThatItRacesWith() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int race = 0; race < RACES; race++) {
        Machine machine = machine();
        List<Future<String>> racing = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
          racing.add(threads.submit(() -> asked(machine).extract().path("access_token")));
        }
        Machine rotated = rotate(machine, "{'compromised': true}");
        String fresh = token(rotated);
        for (Future<String> minted : racing) {
          if (minted.get() != null) {
            refused(minted.get());
          }
        }
        works(fresh);
      }
    }
  }

  // --- Keys ---

  @Test
  void keysThatAreReplacedEndTheirTokens() {
    AssertionForge one = new AssertionForge("one");
    AssertionForge two = new AssertionForge("two");
    Map<String, Object> made =
        tenant
            .post(
                "service-accounts",
                "{'name': 'Keyed', 'auth': 'private_key_jwt', 'jwks': %s}"
                    .formatted(AssertionForge.jwks(one.jwk())))
            .statusCode(201)
            .extract()
            .path("data");
    String path = "service-accounts/" + made.get("id");
    grantUsers("service_account:" + made.get("id"));
    String clientId = (String) ((Map<?, ?>) made.get("client")).get("client_id");
    String token = tokenOf(clientId, "service_account:" + made.get("id"));
    works(token);
    tenant.patch(path, keys(one, two)).statusCode(200);
    works(token);
    String later = tokenOf(clientId, "service_account:" + made.get("id"));
    tenant.patch(path, keys(two)).statusCode(200);
    refused(token);
    refused(later);
    works(tokenOf(clientId, "service_account:" + made.get("id")));
  }

  // --- Accounts ---

  @Test
  void suspendedAccountsTokensEndForGoodAndItGetsNoneMeanwhile() {
    Machine machine = machine();
    String old = token(machine);
    works(old);
    tenant.patch(machine.path(), "{'status': 'suspended'}").statusCode(200);
    refused(old);
    asked(machine).statusCode(401).body("error", equalTo("invalid_client"));
    tenant.patch(machine.path(), "{'status': 'active'}").statusCode(200);
    refused(old);
    works(token(machine));
  }

  @Test
  void deletedAccountsTokensStayDeadAfterItsReactivation() {
    Machine machine = machine();
    String old = token(machine);
    tenant.delete(machine.path()).statusCode(200);
    refused(old);
    asked(machine).statusCode(401);
    tenant.patch(machine.path(), "{'status': 'active'}").statusCode(200);
    refused(old);
    Machine again = rotate(machine, "{}");
    refused(old);
    works(token(again));
  }

  @Test
  void anApplicationsRevokedClientEndsToo() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String path = "applications/warehouse/";
    Map<String, String> made =
        tenant.post(path + "rotate-secret").statusCode(200).extract().path("data");
    Machine client = new Machine("-", made.get("client_id"), made.get("client_secret"));
    String old = token(client);
    tenant.as(old).get("capabilities").statusCode(200);
    tenant.post(path + "revoke-client").statusCode(200);
    tenant.as(old).get("capabilities").statusCode(401);
    Map<String, String> again =
        tenant.post(path + "rotate-secret").statusCode(200).extract().path("data");
    tenant.as(old).get("capabilities").statusCode(401);
    String fresh = token(new Machine("-", again.get("client_id"), again.get("client_secret")));
    tenant.as(fresh).get("capabilities").statusCode(200);
  }

  @Test
  void suspendedUsersTokensEndForGood() {
    String id = tenant.made("users", "{'name': 'Ann', 'email': 'ann@example.com'}");
    grantUsers("user:" + id);
    String old = tokenOf(tenant.administrator().clientId(), "user:" + id);
    works(old);
    tenant.post("users/" + id + "/suspend").statusCode(200);
    refused(old);
    tenant.post("users/" + id + "/reactivate").statusCode(200);
    refused(old);
    works(tokenOf(tenant.administrator().clientId(), "user:" + id));
  }

  @Test
  void suspendedOrganizationsTokensEndForGood() {
    Machine machine = machine();
    String old = token(machine);
    works(old);
    status(Organization.Status.SUSPENDED);
    refused(old);
    asked(machine).statusCode(401);
    status(Organization.Status.ACTIVE);
    refused(old);
    works(token(machine));
  }

  // --- Who is not meant ---

  @Test
  void othersTokensAreLeftAlone() {
    Machine one = machine();
    Machine two = machine();
    String ones = token(one);
    String twos = token(two);
    rotate(one, "{'compromised': true}");
    refused(ones);
    works(twos);
    works(tenant.token());
    tenant.delete(one.path()).statusCode(200);
    works(twos);
  }

  @Test
  void everyOperationRefusesAnEndedTokenDecisionsIncluded() {
    Machine machine = machine();
    String old = token(machine);
    rotate(machine, "{'compromised': true}");
    for (String path : List.of("capabilities", "users", "audit/events", "organizations")) {
      int status = tenant.as(old).get(path).extract().statusCode();
      assertThat(status).as(path).isIn(401, 403);
    }
    tenant
        .as(old)
        .post("decisions/check", "{'subject': 'user:x', 'permission': 'iam:users.read'}")
        .statusCode(401);
  }

  /** A token that was seen before is found in memory, and its questions are answered directly. */
  @Test
  void questionsThatAreAnsweredDirectlyEndWithTheCredentialTheAccountAndTheOrganization() {
    List<Consumer<Machine>> ends =
        List.of(
            machine -> rotate(machine, "{'compromised': true}"),
            machine -> tenant.delete(machine.path()).statusCode(200),
            machine -> tenant.patch(machine.path(), "{'status': 'suspended'}").statusCode(200),
            machine -> status(Organization.Status.SUSPENDED));
    for (Consumer<Machine> end : ends) {
      Machine machine = machine();
      tenant.made(
          "grants",
          "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
              .formatted(machine.id(), "iam:decisions.check"));
      String token = token(machine);
      decides(token, 200);
      decides(token, 200);
      end.accept(machine);
      decides(token, 401);
    }
  }

  private void decides(String token, int status) {
    tenant
        .as(token)
        .post("decisions/check", "{'subject': 'user:x', 'permission': 'iam:users.read'}")
        .statusCode(status);
  }

  private Machine machine() {
    Map<String, Object> made =
        tenant.post("service-accounts", "{'name': 'M'}").statusCode(201).extract().path("data");
    grantUsers("service_account:" + made.get("id"));
    Map<?, ?> client = (Map<?, ?>) made.get("client");
    return new Machine(
        (String) made.get("id"),
        (String) client.get("client_id"),
        (String) client.get("client_secret"));
  }

  private void grantUsers(String subject) {
    tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': 'iam:users.read'}"
            .formatted(subject));
  }

  private Machine rotate(Machine machine, String body) {
    String secret =
        tenant
            .post(machine.path() + "/rotate-secret", body)
            .statusCode(200)
            .extract()
            .path("data.client.client_secret");
    return new Machine(machine.id(), machine.clientId(), secret);
  }

  private void status(Organization.Status status) {
    organizations.update(
        platform.command(),
        tenant.organization().id().toString(),
        present -> new UpdateOrganizationRequest(present.name(), status),
        null);
  }

  private static String keys(AssertionForge... forges) {
    return "{'jwks': %s}".formatted(jwks(forges));
  }

  private static String jwks(AssertionForge... forges) {
    return forges.length == 1
        ? AssertionForge.jwks(forges[0].jwk()).toString()
        : AssertionForge.jwks(forges[0].jwk(), forges[1].jwk()).toString();
  }

  private static ValidatableResponse asked(Machine machine) {
    return given()
        .auth()
        .preemptive()
        .basic(machine.clientId(), machine.secret())
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token")
        .then();
  }

  private static String token(Machine machine) {
    return asked(machine).statusCode(200).extract().path("access_token");
  }

  /** A token like that of the token endpoint for this client now. */
  private String tokenOf(String clientId, String subject) {
    return smith.reforge(
        platform.token(tenant.administrator()),
        claims -> claims.put("client_id", clientId).put("sub", subject));
  }

  private void works(String token) {
    tenant.as(token).get("users").statusCode(200);
  }

  private void refused(String token) {
    tenant
        .as(token)
        .get("users")
        .statusCode(401)
        .header("WWW-Authenticate", containsString("error=\"invalid_token\""));
  }
}
