package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.ClientRecording;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests of the existing Node and PHP clients get responses that these clients can read. */
@QuarkusTest
class ExistingClientsApiTest {

  /** Operations of this version; the other recordings come with their operations. */
  private static final Set<String> SERVED =
      Set.of(
          "/api/iam/v1/decisions/check",
          "/api/iam/v1/decisions/list-resources",
          "/oauth/token",
          "/.well-known/jwks.json");

  /** Features that recordings name as prerequisites and that exist now. */
  private static final Set<String> BUILT = Set.of("private_key_jwt");

  private static final String USER = "ann@example.com";

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject ServiceAccountService accounts;
  @Inject GrantService grants;
  @Inject RelationService relations;
  @Inject OAuthFixture oauth;
  @Inject Clock clock;

  private final AssertionForge forge = new AssertionForge("client-key");

  @TestFactory
  Stream<DynamicTest> everyRecordedRequestIsAnsweredAsItsClientReadsIt() {
    Map<String, String> values = values();
    Client keyClient = keyClient();
    return Stream.of("node", "php")
        .flatMap(client ->
            ClientRecording.of(client).stream()
                .filter(recording -> SERVED.contains(recording.request().path()))
                .filter(recording -> recording.needs() == null || BUILT.contains(recording.needs()))
                .filter(recording -> !recording.contract().equals("absent"))
                .map(recording -> recording.with(permissions(recording)).with(values))
                // Each has one of its own, since none is used twice.
                .map(recording ->
                    recording.with(Map.of("client_assertion", assertion(client, keyClient))))
                .map(recording ->
                    DynamicTest.dynamicTest(
                        client + ": " + recording.name(), () -> replay(recording))));
  }

  /**
   * A permission about orders is asked on an order; a request without a resource asks for another.
   */
  private static Map<String, String> permissions(ClientRecording recording) {
    String body = recording.request().text();
    String key = body != null && body.contains("\"resource\":null") ? "order.list" : "order.read";
    return Map.of("permission", "shop:" + key, "permission_key", key);
  }

  private static void replay(ClientRecording recording) {
    Response response = send(recording.request());
    if (recording.contract().equals("refused")) {
      assertThat(response.statusCode()).isBetween(400, 499);
      return;
    }
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(200);
    for (String read : recording.reads().subList(0, 1)) {
      assertThat(response.<Object>path(read.replace("[]", "[0]")))
          .as(read + " in " + response.asString())
          .isNotNull();
    }
    if (recording.request().path().endsWith("/check")) {
      boolean stepUp = recording.name().equals("check for step-up");
      boolean allowed = response.path("data.allowed");
      boolean required = response.path("data.requires_step_up");
      assertThat(required).isEqualTo(stepUp);
      assertThat(allowed && !required).as("as both compute it").isEqualTo(!stepUp);
      assertThat(response.<Object>path("data.policy_version")).isInstanceOf(Integer.class);
      assertThat(response.<Object>path("data.decision_id")).isInstanceOf(String.class);
    }
  }

  private static Response send(ClientRecording.Request request) {
    RequestSpecification sending = RestAssured.given().headers(request.headers());
    String text = request.text();
    if (text != null) {
      sending.body(text);
    }
    return sending.request(request.method(), request.path());
  }

  private Map<String, String> values() {
    Organization tenant = platform.tenant();
    IssuedClient client =
        manifests
            .apply(
                platform.command(),
                tenant.id(),
                Manifests.parse(
                    """
                    {"schema": "laravel-iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
                     "permissions": [
                       {"key": "order.read", "resource": "order", "relation": "viewer"},
                       {"key": "order.list"},
                       {"key": "order.pay", "requires_step_up": true}],
                     "types": {"order": {"relations": {"viewer": "user"}}}}
                    """))
            .issued()
            .orElseThrow();
    changes.record(Change.policy(platform.command(), tenant.id(), this::allow));
    changes.record(
        Change.policy(platform.command(), tenant.id(), recording -> allowLists(recording, client)));
    Map<String, String> values = new HashMap<>();
    values.put("token", platform.token(client));
    values.put("client_id", client.clientId());
    values.put("client_secret", client.secret().reveal());
    values.put("basic", basic(client));
    values.put("user", USER);
    values.put("step_up_permission", "shop:order.pay");
    values.put("application", "shop");
    values.put("organization", tenant.id().toString());
    values.put("organization_key", tenant.key());
    values.put("resource_type", "order");
    values.put("resource_id", "42");
    values.put("relation", "viewer");
    return values;
  }

  private Client keyClient() {
    return oauth.keyClient(platform.tenant().id(), AssertionForge.jwks(forge.jwk()));
  }

  /**
   * Follows the notes of the recordings: neither client names a key unless it has the key's name.
   */
  private String assertion(String recorded, Client client) {
    Instant now = clock.instant();
    ObjectNode header = forge.header();
    header.remove("kid");
    ObjectNode claims = AssertionForge.claims(client.clientId(), now);
    if (recorded.equals("php")) {
      double seconds = now.toEpochMilli() / 1000.0;
      header.put("typ", "JWT");
      claims
          .put("jti", UUID.randomUUID().toString().replace("-", ""))
          .put("iat", seconds)
          .put("exp", seconds + 60);
    }
    return forge.sign(header, claims);
  }

  private static String basic(IssuedClient client) {
    String pair = client.clientId() + ":" + client.secret().reveal();
    return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private boolean allow(Recording recording) {
    users.create(recording, CreateUserRequest.of(USER, "Ann", Map.of()));
    accounts.create(recording, USER, "Robot", Map.of());
    for (String type : new String[] {SubjectRef.USER, SubjectRef.SERVICE_ACCOUNT}) {
      for (String permission :
          new String[] {"shop:order.read", "shop:order.list", "shop:order.pay"}) {
        grants.create(
            recording, NewGrant.permission(new SubjectRef(type, USER), permission).build());
      }
    }
    return true;
  }

  /** The permission that lists take, and something to list. */
  private boolean allowLists(Recording recording, IssuedClient client) {
    grants.create(
        recording, NewGrant.permission(platform.subject(client), "iam:decisions.explain").build());
    relations.write(
        recording,
        List.of(
            NewRelation.of(
                new SubjectRef(SubjectRef.USER, USER),
                null,
                "viewer",
                new SubjectRef("order", "42"))));
    return true;
  }
}
