package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code iam:reviews:open}, {@code iam:reviews:close}, {@code iam:reviews:remind}. */
@QuarkusTest
class ReviewCommandsDbTest {

  private static final String CAMPAIGNS = "access-reviews/campaigns";

  @Inject Commands commands;
  @Inject TestPlatform platform;

  private AdminTenant tenant;
  private String campaign;

  @BeforeEach
  void aDraft() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("users", "{'name': 'Rita', 'external_id': 'rita'}");
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
    campaign =
        tenant.made(
            CAMPAIGNS,
            """
            {'name': 'Autumn', 'scope_json': {'application_keys': ['warehouse']},
             'reviewer_strategy': 'named', 'reviewer': 'user:rita', 'on_unconfirmed': 'revoke',
             'due_at': '2199-01-01T00:00:00Z'}
            """);
  }

  @Test
  void oneIsOpenedAndClosed() {
    Commands.Ended opened = about("iam:reviews:open");
    assertThat(opened.exitCode()).as(opened.err()).isZero();
    assertThat(opened.out()).isEqualTo("campaign " + campaign + ": running, 1 items\n");

    Commands.Ended refused = about("iam:reviews:close");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(refused.err()).contains("'max_blast_radius' of 0.1");
    tenant.get(CAMPAIGNS + "/" + campaign).body("data.status", equalTo("running"));

    Commands.Ended closed = about("iam:reviews:close", "--confirmed", "--json");
    assertThat(closed.exitCode()).as(closed.err()).isZero();
    JsonPath printed = JsonPath.from(closed.out());
    assertThat(printed.getString("id")).isEqualTo(campaign);
    assertThat(printed.getString("status")).isEqualTo("completed");
    assertThat(printed.getInt("items_created")).isEqualTo(1);
  }

  @Test
  void whatIsDueIsClosedOnce() throws SQLException {
    assertThat(about("iam:reviews:open").exitCode()).isZero();
    Rows.update(
        """
        UPDATE iam_access_reviews SET due_at = now() - interval '1 minute', max_blast_radius = 1
        WHERE id = '%s'
        """
            .formatted(campaign));
    Commands.Ended first = commands.run("iam:reviews:close", "--json");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(JsonPath.from(first.out()).getInt("completed")).isPositive();
    tenant.get(CAMPAIGNS + "/" + campaign).body("data.status", equalTo("completed"));
    Commands.Ended second = commands.run("iam:reviews:close");
    assertThat(second.out()).contains("completed 0, stopped 0; 0 failed");
  }

  @Test
  void remindersAreSentOnceADay() {
    assertThat(about("iam:reviews:open").exitCode()).isZero();
    assertThat(commands.run("iam:reviews:remind").exitCode()).isZero();
    Commands.Ended again = commands.run("iam:reviews:remind", "--json");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(JsonPath.from(again.out()).getInt("reminders")).isZero();
    assertThat(JsonPath.from(again.out()).getInt("failed")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--confirmed", "--organization=acme", "--campaign=c"})
  void halfAnAddressIsWrongUsage(String option) {
    Commands.Ended ended = commands.run("iam:reviews:close", option);
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains(
            "--organization and --campaign must be used together, and --confirmed requires both");
  }

  @Test
  void whatIsNoCampaignIsRefused() {
    String key = tenant.organization().key();
    Commands.Ended noId =
        commands.run("iam:reviews:open", "--organization", key, "--campaign", "autumn");
    assertThat(noId.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(noId.err()).contains("--campaign must be a campaign id");
    Commands.Ended unknown =
        commands.run(
            "iam:reviews:open",
            "--organization",
            key,
            "--campaign",
            "0192f3c4-0000-7000-8000-000000000000");
    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.err()).isNotBlank();
  }

  private Commands.Ended about(String command, String... more) {
    String[] all = new String[5 + more.length];
    all[0] = command;
    all[1] = "--organization";
    all[2] = tenant.organization().key();
    all[3] = "--campaign";
    all[4] = campaign;
    System.arraycopy(more, 0, all, 5, more.length);
    return commands.run(all);
  }
}
