package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Secret;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** A tenant as its administrator sees it: the Admin API and nothing else. */
public final class AdminTenant {

  public static final String PATH = "/api/iam/v1/";
  public static final String UNKNOWN_ID = "0192f3c4-0000-7000-8000-000000000000";

  /** An application with a low-risk permission and role, and a model. */
  public static final String WAREHOUSE =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "warehouse", "name": "Warehouse"},
       "permissions": [{"key": "stock.read"}, {"key": "stock.adjust"}],
       "roles": [{"key": "clerk", "permissions": ["stock.read"]},
         {"key": "boss", "permissions": ["stock.*"], "is_privileged": true}],
       "types": {"site": {"relations": {"keeper": "user | group#member"}}}}
      """;

  private final TestPlatform platform;
  private final Organization organization;
  private final IssuedClient administrator;
  private final String token;
  private AdminTenant second;

  public AdminTenant(TestPlatform platform) {
    this(platform, platform.tenant());
    platform.awaitDecisions(organization.id());
  }

  private AdminTenant(TestPlatform platform, Organization organization) {
    this.platform = platform;
    this.organization = organization;
    this.administrator = platform.administrator(organization);
    this.token = platform.token(administrator);
  }

  private AdminTenant(AdminTenant tenant, String token) {
    this.platform = tenant.platform;
    this.organization = tenant.organization;
    this.administrator = tenant.administrator;
    this.token = token;
  }

  /** A tenant with its policy not in memory yet, so that a test may insert rows unseen. */
  public static AdminTenant notLoaded(TestPlatform platform) {
    return new AdminTenant(platform, platform.tenant());
  }

  /** The same tenant, as another client of it sees it. */
  public AdminTenant as(String otherToken) {
    return new AdminTenant(this, otherToken);
  }

  public Organization organization() {
    return organization;
  }

  public IssuedClient administrator() {
    return administrator;
  }

  public String token() {
    return token;
  }

  public RequestSpecification request() {
    return platform.as(token);
  }

  public ValidatableResponse get(String path) {
    return request().get(PATH + path).then();
  }

  public ValidatableResponse post(String path, String body) {
    return raw("POST", path, body).then();
  }

  public ValidatableResponse post(String path) {
    return request().post(PATH + path).then();
  }

  public ValidatableResponse patch(String path, String body) {
    return raw("PATCH", path, body).then();
  }

  public ValidatableResponse put(String path, String body) {
    return raw("PUT", path, body).then();
  }

  public ValidatableResponse delete(String path) {
    return request().delete(PATH + path).then();
  }

  /** Sends a body as it is; single quotes stand for double ones. */
  public Response raw(String method, String path, String body) {
    return request()
        .contentType(ContentType.JSON)
        .body(body.replace('\'', '"'))
        .request(method, PATH + path);
  }

  /** Makes something, and its id. */
  public String made(String path, String body) {
    return AnswerJson.text(post(path, body).statusCode(201), "/data/id");
  }

  /** A service account controlled by this caller, as the creator of its secret. */
  public IssuedClient machine() {
    JsonNode client =
        AnswerJson.at(
            post("service-accounts", "{'name': 'Machine'}").statusCode(201), "/data/client");
    return new IssuedClient(
        client.path("client_id").textValue(), new Secret(client.path("client_secret").textValue()));
  }

  /**
   * Another administrator, made by an operator: the submitter of a manifest does not approve it.
   */
  public AdminTenant second() {
    if (second == null) {
      second = as(platform.token(platform.administrator(organization)));
    }
    return second;
  }

  /** Hands in a manifest and applies it, another approving it where that is required; its id. */
  public String apply(String application, String manifest) {
    JsonNode submitted =
        AnswerJson.at(
            post("applications/" + application + "/manifests", manifest).statusCode(201), "/data");
    String id = submitted.path("id").textValue();
    if (submitted.path("status").asText().equals("pending_approval")) {
      second().post("manifests/" + id + "/approve").statusCode(200);
    }
    post("manifests/" + id + "/apply").statusCode(200);
    return id;
  }

  /** Returns true if the decision point allows a subject a permission. */
  public boolean allows(String subject, String permission) {
    return AnswerJson.at(
            post(
                    "decisions/check",
                    "{'subject': '%s', 'permission': '%s'}".formatted(subject, permission))
                .statusCode(200),
            "/data/allowed")
        .booleanValue();
  }
}
