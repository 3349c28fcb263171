package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Secret;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callers see their own permissions in the control plane, under the ceiling of their token. */
@QuarkusTest
class OwnPermissionsApiTest {

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;

  @Test
  void anAdministratorHoldsThoseOfATenantAndNoneOfThePlatform() {
    assertThat(held(new AdminTenant(platform)))
        .contains("iam:users.manage", "iam:webhooks.read", "iam:decisions.check")
        .doesNotContain("iam:organizations.read", "iam:keys.manage")
        .isSorted();
  }

  @Test
  void anAccountWithoutGrantsHoldsNone() {
    AdminTenant tenant = new AdminTenant(platform);
    String token = platform.token(platform.clientWithoutRights(tenant.organization()));
    assertThat(held(tenant.as(token))).isEmpty();
  }

  @Test
  void aGrantShowsAndTheScopeOfTheTokenHidesIt() {
    AdminTenant tenant = new AdminTenant(platform);
    JsonNode account =
        AnswerJson.at(
            tenant.post("service-accounts", "{'name': 'Auditor'}").statusCode(201), "/data");
    JsonNode client = account.path("client");
    tenant
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
                .formatted(account.path("id").textValue(), "iam:audit.read"))
        .statusCode(201);
    String token =
        platform.token(
            new IssuedClient(
                client.path("client_id").textValue(),
                new Secret(client.path("client_secret").textValue())));
    assertThat(held(tenant.as(token))).containsExactly("iam:audit.read");
    String scoped = smith.reforge(token, claims -> claims.put("scope", "iam:users.*"));
    assertThat(held(tenant.as(scoped))).isEmpty();
  }

  private static List<String> held(AdminTenant tenant) {
    return tenant.get("me/permissions").statusCode(200).extract().path("data.permissions");
  }
}
