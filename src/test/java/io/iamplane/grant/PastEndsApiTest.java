package io.iamplane.grant;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is made that ended before it was made, or ends before it begins. */
@QuarkusTest
class PastEndsApiTest {

  private static final String GRANT =
      "{'subject': 'user:ann', 'privilege_type': 'permission',"
          + " 'privilege_key': 'warehouse:stock.read', %s}";

  private static final String RELATION =
      "{'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:berlin', %s}";

  private static final String PAST = "'valid_until': '2020-01-01T00:00:00Z'";
  private static final String REVERSED =
      "'valid_from': '2199-01-01T00:00:00Z', 'valid_until': '2198-01-01T00:00:00Z'";
  private static final String NO_TIME =
      "'valid_from': '2199-01-01T00:00:00Z', 'valid_until': '2199-01-01T00:00:00Z'";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {PAST, REVERSED, NO_TIME})
  void grantsAreRefused(String times) {
    for (String path : new String[] {"grants", "grants/preview", "policies-wizard/preview"}) {
      refused(path, GRANT.formatted(times), "valid_until");
    }
    refused("policies-wizard/commit", GRANT.formatted(times), "valid_until");
    tenant
        .post("policy/simulate", "{'draft': {'grants': [%s]}}".formatted(GRANT.formatted(times)))
        .statusCode(422)
        .body("errors", hasKey("draft.grants[0].valid_until"));
    tenant.get("grants?filter[subject]=user:ann").body("data.size()", equalTo(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {PAST, REVERSED, NO_TIME})
  void relationsAreRefused(String times) {
    String relation = RELATION.formatted(times);
    refused("relations", relation, "valid_until");
    refused("relations", "{'writes': [%s]}".formatted(relation), "writes[0].valid_until");
    tenant.get("relations").body("data.size()", equalTo(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {PAST, REVERSED, NO_TIME})
  void membershipsAreRefused(String times) {
    refused(
        "groups/staff/members",
        "{'member_type': 'user', 'member_id': 'ann', %s}".formatted(times),
        "valid_until");
    tenant.get("groups/staff/members").body("data.size()", equalTo(0));
  }

  @Test
  void campaignsAndExceptionsAreRefused() {
    refused(
        "access-reviews/campaigns",
        "{'name': 'Review', 'reviewer_strategy': 'named', 'reviewer': 'user:ann',"
            + " 'on_unconfirmed': 'keep', 'due_at': '2020-01-01T00:00:00Z'}",
        "due_at");
    refused(
        "duty-rules",
        "{'name': 'Two', 'all_of': ['iam:users.read', 'iam:users.manage'], 'mode': 'detect',"
            + " 'exceptions': [{'subject': 'user:ann', 'until': '2020-01-01T00:00:00Z',"
            + " 'justification': 'Late'}]}",
        "exceptions[0].until");
  }

  /** An ended relation can still be deleted in a batch, which names it with its times. */
  @Test
  void theTimesOfDeletesDoNotCount() {
    tenant.post("relations", RELATION.formatted("'valid_until': '2199-01-01T00:00:00Z'"));
    tenant
        .post("relations", "{'deletes': [%s]}".formatted(RELATION.formatted(PAST)))
        .statusCode(200)
        .body("data.deleted", equalTo(1));
  }

  private void refused(String path, String body, String member) {
    tenant
        .post(path, body)
        .statusCode(422)
        .body("errors", hasKey(member))
        .body("errors", not(hasKey("subject")));
  }
}
