package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;

/** A tenant with an application, and the requests of its administrator. */
abstract class ShopTenant {

  static final String DECISIONS = "/api/iam/v1/decisions/";
  static final ObjectMapper JSON = new ObjectMapper();

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject OrganizationService organizations;

  Organization tenant;
  IssuedClient shop;
  String token;

  @BeforeEach
  void tenantWithAnApplication() {
    tenant = platform.tenant();
    shop = install(tenant);
    token = platform.token(platform.administrator(tenant));
  }

  IssuedClient install(Organization organization) {
    IssuedClient client =
        manifests
            .apply(
                platform.command(),
                organization.id(),
                Manifests.parse(
                    """
                    {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
                     "permissions": [
                       {"key": "order.read", "resource": "order"},
                       {"key": "order.pay", "required_aal": "aal2"}],
                     "types": {"order": {"relations": {"buyer": "user"}},
                       "gift": {"relations": {"buyer": "user"}}}}
                    """))
            .issued()
            .orElseThrow();
    record(
        organization,
        recording -> {
          SubjectRef ann =
              users
                  .create(recording, CreateUserRequest.of("ann", "Ann", Map.of("level", 2)))
                  .subject();
          grants.create(
              recording,
              NewGrant.permission(ann, "shop:order.read")
                  .on(new SubjectRef("order", "42"))
                  .build());
          return grants.create(recording, NewGrant.permission(ann, "shop:order.pay").build());
        });
    return client;
  }

  ValidatableResponse check(String body) {
    return post(token, "check", body);
  }

  ValidatableResponse post(String bearer, String endpoint, String body) {
    return platform
        .as(bearer)
        .contentType(ContentType.JSON)
        .body(json(body))
        .post(DECISIONS + endpoint)
        .then();
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }

  <T> T record(Organization organization, Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), organization.id(), body));
  }
}
