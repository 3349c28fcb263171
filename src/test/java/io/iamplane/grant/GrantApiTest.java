package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class GrantApiTest {

  private static final String GRANTS = "/api/iam/v1/grants";
  private static final String UNKNOWN_ID = "0192f3c4-0000-7000-8000-000000000000";

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject GroupService groups;
  @Inject GrantService grants;
  @Inject ObjectService objects;
  @Inject RoleService roles;
  @Inject ManifestInstaller manifests;

  private Organization tenant;
  private IssuedClient administrator;
  private String token;

  @BeforeEach
  void tenantWithAnApplication() {
    tenant = platform.tenant();
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
             "permissions": [{"key": "order.read"}, {"key": "order.write"}],
             "roles": [{"key": "clerk", "label": "Clerk", "permissions": ["order.read"]},
               {"key": "owner", "label": "Owner", "permissions": ["order.*"],
                "is_privileged": true}],
             "attributes": {"context": {"amount": "int"}}}
            """));
    record(recording -> users.create(recording, CreateUserRequest.of("ann", "Ann", Map.of())));
    administrator = platform.administrator(tenant);
    token = platform.token(administrator);
  }

  @Test
  void aGrantDecidesFromTheMomentItIsAnswered() {
    assertThat(allowed("shop:order.read")).isFalse();
    String id =
        grant(
                """
                {"subject": "user:ann", "privilege_type": "role", "privilege_key": "shop:clerk",
                 "justification": "covers for Bob"}
                """)
            .statusCode(201)
            .header("Location", startsWith(GRANTS + "/"))
            .header("ETag", "\"1\"")
            .body("data.subject", startsWith("user:"))
            .body("data.effect", equalTo("permit"))
            .body("data.status", equalTo("active"))
            .body("data.source", equalTo("manual"))
            .body("data.condition", nullValue())
            .extract()
            .path("data.id");
    assertThat(allowed("shop:order.read")).isTrue();
    platform.as(token).get(GRANTS + "/" + id).then().statusCode(200);
    revoke(id).statusCode(200).body("data.status", equalTo("revoked"));
    assertThat(allowed("shop:order.read")).isFalse();
    revoke(id).statusCode(409);
  }

  @Test
  void whatWasRevokedIsGrantedAgain() {
    for (int i = 0; i < 3; i++) {
      String id = grant(role("user:ann", "shop:clerk")).statusCode(201).extract().path("data.id");
      assertThat(allowed("shop:order.read")).isTrue();
      revoke(id).statusCode(200);
      assertThat(allowed("shop:order.read")).isFalse();
    }
  }

  @Test
  void whatHasExpiredIsGrantedAgain() {
    platform.ended(tenant, NewGrant.role(new SubjectRef("user", "ann"), "shop:clerk"));
    assertThat(allowed("shop:order.read")).isFalse();
    String id = grant(role("user:ann", "shop:clerk")).statusCode(201).extract().path("data.id");
    assertThat(allowed("shop:order.read")).isTrue();
    revoke(id).statusCode(200);
    assertThat(allowed("shop:order.read")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "subject         | 'user:nobody'",
        "subject         | 'ann'",
        "subject         | ''",
        "privilege_key   | 'shop:nothing'",
        "privilege_key   | 'iam:organizations.manage'",
        "privilege_type  | 'thing'",
        "effect          | 'maybe'",
        "application     | 'nothing'",
        "resource        | 'doc'",
        "resource        | 'user:nobody'",
        "condition       | 'context.amount <'",
        "condition       | 'context.amount == \"ten\"'",
        "valid_until     | '1999-01-01T00:00:00Z'",
        "valid_until     | '+10000-01-01T00:00:00Z'",
        "valid_from      | '-0001-12-31T23:59:59Z'",
        "resource        | ' doc : 1 '",
        "valid_until     | 'soon'",
        "status          | 'active'"
      })
  void badInputNamesThePlaceAndGrantsNothing(String member, String value) {
    Map<String, Object> body =
        new HashMap<>(
            Map.of(
                "subject",
                "user:ann",
                "privilege_type",
                "permission",
                "privilege_key",
                "shop:order.read",
                "valid_from",
                "2000-01-01T00:00:00Z"));
    body.put(member, value);
    long before = changes.version(tenant.id()).orElseThrow();
    ValidatableResponse refused = grant(body).statusCode(422);
    refused.body("errors", hasKey(member));
    assertThat(changes.version(tenant.id())).hasValue(before);
  }

  /** The database would refuse them when the changes of others are done as well. */
  @ParameterizedTest
  @ValueSource(strings = {"subject", "resource"})
  void aReferenceThatNoIndexTakesIsRefused(String member) {
    for (String reference : List.of("doc:" + "x".repeat(1_025), "d".repeat(65) + ":1")) {
      Map<String, Object> body =
          new HashMap<>(
              Map.of(
                  "subject", "user:ann", "privilege_type", "role", "privilege_key", "shop:clerk"));
      body.put(member, reference);
      grant(body).statusCode(422).body("errors", hasKey(member));
    }
  }

  @Test
  void theLongestReferencesAndTimesAreStored() {
    // Random, since an index compresses what repeats.
    String id =
        new Random(1)
            .ints(250, 0x1F300, 0x1F5FF)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .substring(0, 250);
    String type = "t".repeat(64);
    Map<String, Object> body =
        Map.of(
            "subject",
            "agent:" + id,
            "privilege_type",
            "role",
            "privilege_key",
            "shop:clerk",
            "resource",
            type + ":" + id,
            "valid_from",
            "0000-01-01T00:00:00Z",
            "valid_until",
            "9999-12-31T23:59:59.999999Z");
    grant(body).statusCode(201).body("data.resource", equalTo(type + ":" + id));
  }

  @Test
  void conditionsAreCheckedWithTheDeclaredAttributes() {
    grant(
            """
            {"subject": "user:ann", "privilege_type": "permission",
             "privilege_key": "shop:order.write", "condition": "context.amount == 'ten'"}
            """)
        .statusCode(422)
        .body("errors.condition[0]", startsWith("line 1, column "));
  }

  @Test
  void anotherTenantsGrantIsNotFoundLikeNone() {
    Organization other = platform.tenant();
    String foreign = platform.token(platform.administrator(other));
    String id = grant(role("user:ann", "shop:clerk")).extract().path("data.id");
    for (String path : List.of("/" + id, "/" + UNKNOWN_ID, "/nonsense")) {
      platform.as(foreign).get(GRANTS + path).then().statusCode(404);
      platform.as(foreign).post(GRANTS + path + "/revoke").then().statusCode(404);
    }
    assertThat(allowed("shop:order.read")).isTrue();
  }

  @Test
  void nobodyGrantsWhatTheyDoNotHold() {
    IssuedClient manager = client("iam:grants.manage");
    String own = platform.token(manager);
    grant(own, role("user:ann", "shop:clerk")).statusCode(201);
    grant(own, role("user:ann", "iam:iam-admin")).statusCode(403);
    grant(own, permission("user:ann", "iam:decisions.check")).statusCode(403);
    grant(own, permission("user:ann", "iam:grants.manage")).statusCode(201);
    record(recording ->
        roles.create(
            recording,
            CreateRoleRequest.of(
                "helper", "Helper", List.of("iam:decisions.*"), List.of(), false)));
    record(recording ->
        roles.create(
            recording,
            CreateRoleRequest.of("wrapper", "Wrapper", List.of(), List.of("helper"), false)));
    grant(own, role("user:ann", "wrapper")).statusCode(403);
    grant(token, role("user:ann", "wrapper")).statusCode(201);
  }

  @Test
  void aDenialOfWhatOneDoesNotHoldIsAllowed() {
    IssuedClient manager = client("iam:grants.manage");
    grant(
            platform.token(manager),
            """
            {"subject": "user:ann", "privilege_type": "role", "privilege_key": "iam:iam-admin",
             "effect": "deny"}
            """)
        .statusCode(201);
  }

  @Test
  void nobodyGrantsThemselvesAPrivilegedRole() {
    SubjectRef self = platform.subject(administrator);
    grant(role(self.toString(), "shop:owner")).statusCode(403);
    record(recording ->
        roles.create(
            recording,
            CreateRoleRequest.of("hidden", "Hidden", List.of(), List.of("shop:owner"), false)));
    grant(role(self.toString(), "hidden")).statusCode(403);
    grant(role("service_account:*", "shop:owner")).statusCode(403);
    record(recording -> {
      Group inner =
          groups.create(recording, new CreateGroupRequest("inner", "Inner", null, "inner", null));
      Group outer =
          groups.create(recording, new CreateGroupRequest("outer", "Outer", null, "outer", null));
      groups.addMember(recording, inner.id(), self, null);
      return groups.addMember(recording, outer.id(), inner.subject(), null);
    });
    grant(role("group:inner", "shop:owner")).statusCode(403);
    grant(role("group:outer", "shop:owner")).statusCode(403);
    grant(role("user:*", "shop:owner")).statusCode(201);
    grant(role(self.toString(), "shop:clerk")).statusCode(201);
    grant(role("user:ann", "shop:owner")).statusCode(201);
  }

  private IssuedClient client(String permission) {
    IssuedClient client = platform.clientWithoutRights(tenant);
    record(recording ->
        grants.create(
            recording, NewGrant.permission(platform.subject(client), permission).build()));
    return client;
  }

  private static String role(String subject, String key) {
    return """
    {"subject": "%s", "privilege_type": "role", "privilege_key": "%s"}
    """
        .formatted(subject, key);
  }

  private static String permission(String subject, String key) {
    return """
    {"subject": "%s", "privilege_type": "permission", "privilege_key": "%s"}
    """
        .formatted(subject, key);
  }

  private ValidatableResponse grant(Object body) {
    return grant(token, body);
  }

  private ValidatableResponse grant(String bearer, Object body) {
    return platform.as(bearer).contentType(ContentType.JSON).body(body).post(GRANTS).then();
  }

  private ValidatableResponse revoke(String id) {
    return platform.as(token).post(GRANTS + "/" + id + "/revoke").then();
  }

  private boolean allowed(String permission) {
    return platform
        .as(token)
        .contentType(ContentType.JSON)
        .body("{\"subject\": \"user:ann\", \"permission\": \"%s\"}".formatted(permission))
        .post("/api/iam/v1/decisions/check")
        .then()
        .statusCode(200)
        .extract()
        .path("data.allowed");
  }

  private <T> T record(Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), tenant.id(), body));
  }

  /** A denial that is accepted and never applies is worse than none. */
  @ParameterizedTest
  @CsvSource({
    "group:*, deny",
    "group:*, permit",
    "usr:ann, deny",
    "robot:*, permit",
    "User:ann, deny"
  })
  void whatCanNeverMatchIsRefused(String subject, String effect) {
    long before = changes.version(tenant.id()).orElseThrow();
    grant(
            """
            {"subject": "%s", "privilege_type": "permission", "privilege_key": "shop:order.read",
             "effect": "%s"}
            """
                .formatted(subject, effect))
        .statusCode(422)
        .body("errors", hasKey("subject"));
    assertThat(changes.version(tenant.id())).hasValue(before);
  }

  @ParameterizedTest
  @CsvSource({"user:*", "service_account:*", "agent:a1", "agent:*", "robot:r2", "robot:*"})
  void whatMayMatchOnceItIsThereIsAccepted(String subject) {
    record(recording -> objects.put(recording, new SubjectRef("robot", "r1"), null, Map.of()));
    grant(
            """
            {"subject": "%s", "privilege_type": "permission", "privilege_key": "shop:order.read",
             "effect": "deny"}
            """
                .formatted(subject))
        .statusCode(201);
  }
}
