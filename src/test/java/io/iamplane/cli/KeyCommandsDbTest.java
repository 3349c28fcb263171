package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code iam:keys:list}, {@code iam:keys:rotate}, {@code iam:keys:revoke}. */
@QuarkusTest
class KeyCommandsDbTest {

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @BeforeEach
  void keysThatAllVerifiersKnow() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys WHERE purpose = 'token'");
    platform.platform();
    older();
  }

  @AfterEach
  void age() throws SQLException {
    older();
  }

  @Test
  void keysAreListedWithoutTheirPrivateParts() {
    Commands.Ended text = commands.run("iam:keys:list");
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .containsPattern("token {2}active {3}[\\w-]{43} {2}signing since 20")
        .containsPattern("token {2}pending {2}[\\w-]{43} {2}can sign from 20")
        .containsPattern("audit {2}active ")
        .containsPattern("\n {7}\\S+\\+[0-9a-f]{8}\\+\\S{44}\n");
    Commands.Ended json = commands.run("iam:keys:list", "--json");
    List<String> statuses =
        JsonPath.from(json.out()).getList("keys.findAll { it.purpose == 'token' }.status");
    assertThat(statuses).containsExactlyInAnyOrder("active", "pending");
    assertThat(json.out()).doesNotContain("sealed", "private", "wrapped");
  }

  @Test
  void rotationIsDoneOnceAndThenSaysWhenItCanBeAgain() {
    String before = active();
    Commands.Ended done = commands.run("iam:keys:rotate");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(active()).isNotEqualTo(before);
    assertThat(done.out()).isEqualTo("token: " + active() + " is now the signing key\n");

    Commands.Ended again = commands.run("iam:keys:rotate");
    assertThat(again.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(again.out())
        .startsWith("token: NOT rotated: verifiers may not know the standby yet; run this again at")
        .containsPattern("at 20\\S+Z or later\n");
    JsonPath json = JsonPath.from(commands.run("iam:keys:rotate", "--json").out());
    assertThat(json.getBoolean("rotated")).isFalse();
    assertThat(json.getString("rotates_from")).startsWith("20");
  }

  @Test
  void whatIsDueIsDoneAndKeptAsARunOfTheJob() throws SQLException {
    Commands.Ended nothing = commands.run("iam:keys:rotate", "--due");
    assertThat(nothing.exitCode()).as(nothing.err()).isZero();
    assertThat(nothing.out())
        .contains("token: " + active() + " is the signing key; nothing was due");
    assertThat(
            Rows.texts(
                "SELECT outcome FROM iam_job_runs WHERE job = 'iam:keys:rotate --due'"
                    + " ORDER BY id DESC LIMIT 1"))
        .containsExactly("done");
  }

  @Test
  void auditKeysRotateApart() {
    String token = active();
    Commands.Ended done = commands.run("iam:keys:rotate", "--purpose", "audit");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).startsWith("audit: ").endsWith(" is now the signing key\n");
    assertThat(active()).isEqualTo(token);
    Commands.Ended signed = commands.run("iam:audit:checkpoint", "--organization", key());
    assertThat(signed.exitCode()).as(signed.out() + signed.err()).isZero();
    Commands.Ended whole = commands.run("iam:audit:verify", "--organization", key(), "--full");
    assertThat(whole.exitCode()).as(whole.out() + whole.err()).isZero();
  }

  @Test
  void checkpointsOfARevokedAuditKeyCountNeitherAsSignedNorAsForged() throws Exception {
    String tenant = platform.tenant().key();
    assertThat(commands.run("iam:audit:checkpoint", "--organization", tenant).exitCode()).isZero();
    String signer =
        one("SELECT kid FROM iam_signing_keys WHERE status = 'active' AND purpose = 'audit'");
    assertThat(
            commands.run("iam:keys:revoke", "--kid", signer, "--reason", "backup lost").exitCode())
        .isZero();

    Commands.Ended verified = commands.run("iam:audit:verify", "--organization", tenant, "--json");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(JsonPath.from(verified.out()).getInt("chains[0].from_seq"))
        .as("nothing vouches for the records before")
        .isOne();
    Commands.Ended signed = commands.run("iam:audit:checkpoint", "--organization", tenant);
    assertThat(signed.exitCode()).as(signed.out() + signed.err()).isZero();
    verified = commands.run("iam:audit:verify", "--organization", tenant, "--full");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  @Test
  void revokedKeyIsReplacedAndTheReasonIsRecorded() throws SQLException {
    String before = active();
    Commands.Ended done =
        commands.run("iam:keys:revoke", "--kid", before, "--reason", "INC-42: laptop stolen");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).isEqualTo(before + ": revoked\n" + active() + " is the signing key\n");
    assertThat(
            Rows.texts(
                "SELECT canonical FROM iam_audit_records WHERE event_type = 'iam.key.revoked'"
                    + " AND target_id = '"
                    + before
                    + "'"))
        .singleElement()
        .asString()
        .contains("INC-42: laptop stolen", "\"type\":\"cli\"");

    String second = active();
    Commands.Ended soon =
        commands.run("iam:keys:revoke", "--kid", second, "--reason", "too", "--json");
    JsonPath json = JsonPath.from(soon.out());
    assertThat(json.getBoolean("revoked")).isTrue();
    assertThat(json.getBoolean("activated_early")).as("stated").isTrue();
    assertThat(json.getString("active")).isEqualTo(active());

    Commands.Ended again = commands.run("iam:keys:revoke", "--kid", before, "--reason", "again");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).startsWith(before + ": was already revoked\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iam:keys:rotate --purpose other",
        "iam:keys:rotate --due --purpose token",
        "iam:keys:revoke --kid unknown --reason x",
        "iam:keys:revoke --kid unknown",
        "iam:keys:revoke --reason x",
      })
  void wrongUsageIsRefused(String line) {
    Commands.Ended ended = commands.run(line.split(" "));
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).isNotBlank();
  }

  @Test
  void emptyReasonIsWrongUsage() {
    assertThat(commands.run("iam:keys:revoke", "--kid", active(), "--reason", " ").exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  private String key() {
    return platform.platform().key();
  }

  private static String one(String query) throws SQLException {
    return Rows.texts(query).getFirst();
  }

  private static String active() {
    try {
      return Rows.texts(
              "SELECT kid FROM iam_signing_keys WHERE status = 'active' AND purpose = 'token'")
          .getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void older() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '1 hour',
          activated_at = activated_at - interval '1 hour',
          superseded_at = superseded_at - interval '1 hour'
        """);
  }
}
