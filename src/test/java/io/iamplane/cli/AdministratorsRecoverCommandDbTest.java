package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Secret;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** {@code iam:administrators:recover}: an operator's way back into an organization. */
@QuarkusTest
class AdministratorsRecoverCommandDbTest {

  private static final String EVENT = "iam.organization.administrator_recovered";

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @Test
  void aTenantWhoseOnlySecretIsLostGetsAnotherAdministrator() throws SQLException {
    Organization tenant = platform.tenant();
    platform.administrator(tenant);
    Commands.Ended ended =
        commands.run("iam:administrators:recover", "--organization", tenant.key(), "--json");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonPath printed = JsonPath.from(ended.out());
    IssuedClient made =
        new IssuedClient(
            printed.getString("client_id"), new Secret(printed.getString("client_secret")));
    platform.as(platform.token(made)).get(AdminTenant.PATH + "users").then().statusCode(200);
    assertThat(
            Rows.texts(
                "SELECT organization_id FROM iam_outbox_messages WHERE event_type = '%s'"
                        .formatted(EVENT)
                    + " AND body LIKE '%"
                    + made.clientId()
                    + "%'"))
        .containsExactlyInAnyOrder(tenant.id().toString(), platform.platform().id().toString());
    assertThat(Rows.everythingOf(tenant.id().toString())).doesNotContain(made.secret().reveal());
  }

  @Test
  void thePlatformGetsOneToo() throws SQLException {
    Organization own = platform.platform();
    Commands.Ended ended =
        commands.run(
            "iam:administrators:recover", "--organization", own.key(), "--name", "Night shift");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines()).hasSize(4).first().isEqualTo("administrator of " + own.key());
    String clientId = ended.out().lines().toList().get(1).replace("  client_id      ", "");
    assertThat(
            Rows.texts(
                "SELECT organization_id FROM iam_outbox_messages WHERE event_type = '%s'"
                        .formatted(EVENT)
                    + " AND body LIKE '%"
                    + clientId
                    + "%'"))
        .as("once, in its own chain")
        .containsExactly(own.id().toString());
  }

  @Test
  void anUnknownOrganizationIsWrongUsage() {
    Commands.Ended ended =
        commands.run("iam:administrators:recover", "--organization", "no-such-one");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("there is no organization 'no-such-one'");
    assertThat(ended.out()).isEmpty();
  }
}
