package io.iamplane.decision.authzen;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;

/** A tenant with an application, and the requests of its client. */
abstract class DocsTenant {

  static final String EVALUATION = "/access/v1/evaluation";
  static final String EVALUATIONS = "/access/v1/evaluations";
  static final String TRUE = "{\"decision\":true}";
  static final String FALSE = "{\"decision\":false}";
  static final String ANN =
      "'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'read'}, 'resource': {'type':"
          + " 'doc', 'id': 'd1'}";

  @ConfigProperty(name = "iam.issuer")
  String issuer;

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject RelationService relations;

  Organization tenant;
  String token;

  @BeforeEach
  void tenantWithAnApplication() {
    tenant = platform.tenant();
    token =
        platform.token(
            manifests
                .apply(
                    platform.command(),
                    tenant.id(),
                    Manifests.parse(
                        """
                        {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
                         "permissions": [
                           {"key": "doc.read", "resource": "doc", "action": "read"},
                           {"key": "doc.sign", "resource": "doc", "action": "sign",
                            "required_aal": "aal3"},
                           {"key": "doc.send", "resource": "doc", "action": "send"}],
                         "types": {"doc": {"relations": {"owner": "user"},
                           "permissions": {"can_share": "owner"}}}}
                        """))
                .issued()
                .orElseThrow());
    changes.record(Change.policy(platform.command(), tenant.id(), this::allow));
  }

  private Object allow(Recording recording) {
    SubjectRef ann =
        users.create(recording, CreateUserRequest.of("ann", "Ann", Map.of())).subject();
    SubjectRef doc = new SubjectRef("doc", "d1");
    for (String permission : List.of("docs:doc.read", "docs:doc.sign")) {
      grants.create(recording, NewGrant.permission(ann, permission).on(doc).build());
    }
    grants.create(
        recording,
        NewGrant.permission(ann, "docs:doc.send")
            .when("resource.size < 3 && action.by == 'post' && context.hour > 8")
            .build());
    return relations.write(recording, List.of(NewRelation.of(ann, null, "owner", doc)));
  }

  ValidatableResponse explained(String members, String context) {
    return evaluate("{" + members + ", 'context': " + context + "}").statusCode(200);
  }

  ValidatableResponse evaluate(String body) {
    return post(token, EVALUATION, body).then();
  }

  String text(String body) {
    return post(token, EVALUATION, body).asString();
  }

  String batch(String body) {
    return post(token, EVALUATIONS, body).asString();
  }

  Response post(String bearer, String endpoint, String body) {
    return platform.as(bearer).contentType(ContentType.JSON).body(json(body)).post(endpoint);
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }
}
