package io.iamplane.decision;

import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** A tenant with relations that let users view documents, and its requests. */
abstract class ContextualTenant {

  static final String DOCS =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
       "permissions": [{"key": "doc.read", "resource": "doc", "action": "read"}],
       "types": {
         "folder": {"relations": {"parent": "folder", "viewer": "user | user:* | group#member"},
           "permissions": {"view": "viewer | parent->view"}},
         "doc": {"relations": {"parent": "folder", "viewer": "user", "banned": "user"},
           "permissions": {"view": "(viewer | parent->view) - banned"}}}}
      """;

  static final String SUBMITTED =
      "'contextual_relations': [{'subject': 'folder:f', 'relation': 'parent', 'object': 'doc:new'},"
          + " {'subject': 'user:ann', 'relation': 'viewer', 'object': 'folder:f'}]";

  static final String VIEW =
      "'subject': 'user:ann', 'relation': 'view', 'application': 'docs', 'resource': 'doc:new'";

  @Inject TestPlatform platform;

  AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
    tenant.apply("docs", DOCS);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
  }

  ValidatableResponse check(String more) {
    return tenant.post("decisions/check", "{%s, %s}".formatted(VIEW, more));
  }

  void allowed(boolean allowed, String relations) {
    check("'contextual_relations': [%s]".formatted(relations))
        .statusCode(200)
        .body("data.allowed", equalTo(allowed));
  }

  static String relation(String subject, String name, String object) {
    return "{'subject': '%s', 'relation': '%s', 'object': '%s'}".formatted(subject, name, object);
  }

  static String many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> relation("user:ann", "viewer", "doc:" + (i == 0 ? "new" : i)))
        .collect(Collectors.joining(","));
  }
}
