package io.iamplane.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The contract's operations of the areas that administer a tenant, all of them and no other. */
class OperationCountTest {

  private static final String PREFIX = "/api/iam/v1/";

  private static final Set<String> AREAS =
      Set.of(
          "users",
          "service-accounts",
          "groups",
          "applications",
          "manifests",
          "roles",
          "grants",
          "access-reviews",
          "access-requests",
          "anomalies",
          "recommendations",
          "keys",
          "installation",
          "duty-rules",
          "policies-wizard",
          "relations",
          "relation-model",
          "webhooks",
          "events",
          "identity-provider",
          "me",
          "capabilities");

  private static final String CONTRACT =
      """
      GET users, POST users, GET users/{user}, PATCH users/{user}, POST users/{user}/suspend,
      GET users/{user}/sessions, DELETE users/{user}/sessions,
      DELETE users/{user}/sessions/{session}, GET users/{user}/passkeys,
      DELETE users/{user}/passkeys/{passkey},
      POST users/{user}/reactivate, GET users/{user}/effective-permissions, GET users/{user}/grants,
      GET service-accounts, POST service-accounts, GET service-accounts/{service_account},
      PATCH service-accounts/{service_account}, DELETE service-accounts/{service_account},
      POST service-accounts/{service_account}/rotate-secret,
      GET groups, POST groups, GET groups/{group}, PATCH groups/{group}, DELETE groups/{group},
      GET groups/{group}/members, POST groups/{group}/members, DELETE groups/{group}/members,
      GET applications, GET applications/{application}, GET applications/{application}/manifest,
      GET applications/{application}/catalog, GET applications/{application}/client,
      POST applications/{application}/manifests, POST applications/{application}/rotate-secret,
      POST applications/{application}/revoke-client,
      GET manifests, GET manifests/{manifest}, GET manifests/{manifest}/diff,
      POST manifests/{manifest}/approve, POST manifests/{manifest}/reject,
      POST manifests/{manifest}/apply, POST manifests/{manifest}/rollback,
      POST manifests/{manifest}/blast-radius,
      GET roles, POST roles, GET roles/{role}, PATCH roles/{role}, DELETE roles/{role},
      GET grants, POST grants, GET grants/{grant}, POST grants/{grant}/revoke,
      POST grants/{grant}/reinstate, POST grants/preview,
      GET policies-wizard/permissions, POST policies-wizard/preview, POST policies-wizard/commit,
      GET relations, POST relations, DELETE relations, GET relation-model, PUT relation-model,
      GET webhooks, POST webhooks, GET webhooks/{webhook}, PATCH webhooks/{webhook},
      DELETE webhooks/{webhook}, POST webhooks/{webhook}/test, POST webhooks/{webhook}/rotate-secret,
      GET webhooks/{webhook}/deliveries, GET webhooks/deliveries/{delivery},
      POST webhooks/deliveries/{delivery}/replay, GET webhooks/dlq, POST webhooks/dlq/replay,
      DELETE webhooks/dlq/{delivery}, GET events,
      POST grants/{grant}/activate,
      GET anomalies, POST anomalies/{anomaly}/resolve,
      GET recommendations/least-privilege,
      POST recommendations/least-privilege/{recommendation}/dismiss,
      POST recommendations/least-privilege/{recommendation}/accept,
      GET installation, GET keys, POST keys/rotate, POST keys/{kid}/revoke,
      GET access-requests/catalog, GET access-requests/mine, POST access-requests,
      POST access-requests/{request}/cancel, GET access-requests,
      POST access-requests/{request}/approve, POST access-requests/{request}/reject,
      GET access-requests/{request}/steps,
      GET duty-rules, POST duty-rules, GET duty-rules/{rule}, PATCH duty-rules/{rule},
      DELETE duty-rules/{rule}, GET duty-rules/violations,
      GET access-reviews/campaigns, POST access-reviews/campaigns,
      GET access-reviews/campaigns/{campaign}, POST access-reviews/campaigns/{campaign}/open,
      POST access-reviews/campaigns/{campaign}/close,
      POST access-reviews/campaigns/{campaign}/cancel,
      GET access-reviews/campaigns/{campaign}/items,
      GET access-reviews/campaigns/{campaign}/dry-run, GET access-reviews/inbox,
      POST access-reviews/items/{item}/certify, POST access-reviews/items/{item}/revoke,
      POST access-reviews/items/{item}/reset, POST access-reviews/items/{item}/delegate,
      GET me/permissions, GET me/sessions, DELETE me/sessions/{session}, GET me/passkeys,
      POST me/passkeys/{passkey}/rename, DELETE me/passkeys/{passkey},
      GET identity-provider, PUT identity-provider, DELETE identity-provider,
      GET capabilities
      """;

  @Test
  void theDocumentHoldsTheContractsOperations() throws Exception {
    Set<String> contract = new TreeSet<>();
    for (String operation : CONTRACT.replace("\n", " ").split(",")) {
      contract.add(operation.strip().replaceAll(" +", " "));
    }
    Set<String> document = new TreeSet<>();
    JsonNode paths =
        new ObjectMapper()
            .readTree(Path.of("src/main/resources/META-INF/iam/openapi.json").toFile())
            .path("paths");
    paths
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(method -> {
                  String local = path.getKey().replace(PREFIX, "");
                  if (AREAS.contains(local.split("/")[0])) {
                    document.add(method.toUpperCase(Locale.ROOT) + " " + local);
                  }
                }));
    assertThat(document).isEqualTo(contract).hasSize(123);
  }
}
