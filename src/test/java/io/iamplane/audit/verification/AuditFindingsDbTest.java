package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.audit.checkpoint.AnchorDirectory;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A finding is reported despite other failures, and nothing unknown counts as intact. */
@QuarkusTest
class AuditFindingsDbTest {

  private static final String ALTER_FIRST =
      "UPDATE iam_audit_records SET actor = 'cli:mallory' WHERE :o AND seq = 1";

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject CheckpointReader checkpoints;
  @Inject Acknowledging acknowledging;

  @TempDir Path anchor;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  // Organizations that are gone.

  @Test
  void anAnchoredOrganizationThatIsGoneIsAFinding() throws IOException {
    OrganizationId gone = OrganizationId.next();
    Files.createDirectory(anchor.resolve(gone.toString()));
    Commands.Ended ended = commands.run("iam:audit:verify", "--all", "--anchor", anchor.toString());
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).contains(gone + ": BROKEN at record 1: anchor_mismatch");
    assertThat(ended.out()).contains(tenant.key() + ": intact");
  }

  @Test
  void aChainWhoseOrganizationIsGoneIsAFindingOfBothCommands() throws SQLException {
    String id = tenant.id().toString();
    asReplica("CREATE TABLE kept_row AS SELECT * FROM iam_organizations WHERE id = '" + id + "'");
    try {
      asReplica("DELETE FROM iam_organizations WHERE id = '" + id + "'");
      Commands.Ended verified = commands.run("iam:audit:verify");
      assertThat(verified.exitCode()).isEqualTo(1);
      assertThat(verified.out()).contains(id + ": BROKEN at record 1: anchor_mismatch");
      Commands.Ended signed = commands.run("iam:audit:checkpoint");
      assertThat(signed.exitCode()).isEqualTo(1);
      assertThat(signed.out())
          .contains(id + ": NOT SIGNED, broken at record 1: anchor_mismatch")
          .contains(platform.platform().key() + ": signed at record ");
      assertThat(outcomes(tenant.id()))
          .containsExactly("anchor_mismatch true", "anchor_mismatch true");
    } finally {
      asReplica("INSERT INTO iam_organizations SELECT * FROM kept_row");
      asReplica("DROP TABLE kept_row");
    }
  }

  @Test
  void recordsAloneAreEnoughForAChainOfNobody() throws SQLException {
    OrganizationId gone = OrganizationId.next();
    asReplica(
        "INSERT INTO iam_audit_records SELECT (jsonb_populate_record(r, '{\"organization_id\": \"%s\"}')).*"
                .formatted(gone)
            + " FROM iam_audit_records r WHERE organization_id = '%s' AND seq = 1"
                .formatted(tenant.id()));
    try {
      assertThat(commands.run("iam:audit:verify").out()).contains(gone + ": BROKEN at record 1");
    } finally {
      try (TamperedChain chain = new TamperedChain(tenant.id())) {
        chain.run("DELETE FROM iam_audit_records WHERE organization_id = '%s'".formatted(gone));
      }
    }
  }

  @Test
  void anEmptyDatabaseIsNoSuccess() throws SQLException, IOException {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      assertThat(empty.tables()).isEmpty();
      assertThat(commands.run("iam:audit:verify").exitCode()).isEqualTo(3);
      assertThat(commands.run("iam:migrate").exitCode()).isZero();
      for (String command : List.of("iam:audit:verify", "iam:audit:checkpoint")) {
        Commands.Ended ended = commands.run(command);
        assertThat(ended.exitCode()).as(command).isEqualTo(3);
        assertThat(ended.err()).contains("no platform organization");
      }
      assertThat(commands.run("iam:audit:verify").err()).contains("nothing to verify");
      Files.createDirectory(anchor.resolve(tenant.id().toString()));
      Commands.Ended anchored = commands.run("iam:audit:verify", "--anchor", anchor.toString());
      assertThat(anchored.exitCode()).isEqualTo(1);
      assertThat(anchored.out()).contains(tenant.id() + ": BROKEN at record 1: anchor_mismatch");
    }
  }

  // The platform's own chain.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM iam_audit_heads WHERE :o",
        "UPDATE iam_audit_heads SET seq = seq - 1 WHERE :o",
        "UPDATE iam_audit_heads SET hash = set_bit(hash, 0, 1 - get_bit(hash, 0)) WHERE :o",
        "DELETE FROM iam_audit_records WHERE :o AND seq ="
            + " (SELECT seq FROM iam_audit_heads WHERE :o)"
      })
  void aBrokenChainOfThePlatformIsToldAndNotAppendedTo(String tampering) throws SQLException {
    Organization own = platform.platform();
    try (TamperedChain broken = new TamperedChain(own.id());
        TamperedChain chain = new TamperedChain(tenant.id())) {
      broken.run(tampering);
      String before = chainOf(own.id());
      Commands.Ended ended = verify(own.key());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).contains(own.key() + ": BROKEN at record ");
      assertThat(outcomes(own.id()).getLast()).endsWith(" false");

      chain.run(ALTER_FIRST);
      assertThat(verify(tenant.key(), "--full").exitCode()).isEqualTo(1);
      assertThat(outcomes(tenant.id())).containsExactly("record_altered false");
      assertThat(chainOf(own.id())).isEqualTo(before);
    }
    long announced = Acknowledging.announcements();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      verify(tenant.key(), "--full");
      verify(tenant.key(), "--full");
    }
    assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
    assertThat(verify(own.key(), "--full").exitCode()).as("not acknowledged").isEqualTo(1);
    acknowledging.acknowledgeAll(own.key());
    assertThat(verify(own.key(), "--full").exitCode()).isZero();
  }

  // Who learns of a finding.

  @Test
  void whatATenantFindsDoesNotKeepThePlatformFromAnnouncingIt() throws SQLException {
    AdminTenant asking = new AdminTenant(platform);
    OrganizationId id = asking.organization().id();
    long announced = Acknowledging.announcements();
    try (TamperedChain chain = new TamperedChain(id)) {
      chain.run(ALTER_FIRST);
      asking.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(false));
      assertThat(Acknowledging.announcements()).isEqualTo(announced);
      assertThat(verify(asking.organization().key(), "--full").exitCode()).isEqualTo(1);
      assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
      asking.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(false));
      verify(asking.organization().key(), "--full");
      assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
    }
  }

  @Test
  void aFindingThatComesBackIsAnnouncedAgain() throws SQLException {
    long announced = Acknowledging.announcements();
    for (int i = 1; i <= 2; i++) {
      try (TamperedChain chain = new TamperedChain(tenant.id())) {
        chain.run(ALTER_FIRST);
        verify(tenant.key(), "--full");
      }
      assertThat(Acknowledging.announcements()).isEqualTo(announced + i);
      assertThat(verify(tenant.key(), "--full").exitCode()).as("not acknowledged").isEqualTo(1);
      acknowledging.acknowledgeAll(tenant.key());
      assertThat(verify(tenant.key(), "--full").exitCode()).isZero();
    }
  }

  /** The run from the checkpoint reads nothing of it, and finds nothing. */
  @Test
  void aFindingOfTheFullRunAloneIsAnnouncedOnce() throws SQLException {
    commands.run("iam:audit:checkpoint", "--organization", tenant.key());
    long announced = Acknowledging.announcements();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      for (int i = 0; i < 2; i++) {
        assertThat(verify(tenant.key(), "--full").out()).contains("BROKEN at record 1");
        assertThat(verify(tenant.key()).out()).contains("this run found nothing");
      }
    }
    assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
    acknowledging.acknowledgeAll(tenant.key());
  }

  @Test
  void anOutcomeThatCannotBeKeptIsToldAllTheSame() throws SQLException {
    Rows.update(
        "ALTER TABLE iam_audit_verifications ADD CONSTRAINT no_more CHECK (false) NOT VALID");
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      Commands.Ended ended = verify(tenant.key(), "--full");
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).contains("BROKEN at record 1: record_altered");
      assertThat(outcomes(tenant.id())).isEmpty();
    } finally {
      Rows.update("ALTER TABLE iam_audit_verifications DROP CONSTRAINT no_more");
    }
  }

  /** The refusal must not undo the finding. */
  @Test
  void aCheckpointUnderAKeyKeepsTheBreakThatItFound() throws SQLException {
    String token = platform.token(platform.administrator(tenant));
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      platform
          .as(token)
          .header("Idempotency-Key", "checkpoint-1")
          .post(AdminTenant.PATH + "audit/checkpoints")
          .then()
          .statusCode(409);
      assertThat(outcomes(tenant.id())).singleElement().asString().startsWith("record_altered");
    }
    acknowledging.acknowledgeAll(tenant.key());
  }

  // One chain and the others.

  @Test
  void oneThatCannotBeVerifiedHidesNoOther() throws SQLException, IOException {
    Organization unreadable = platform.tenant();
    Path file = Files.createDirectory(anchor.resolve(unreadable.id().toString()));
    Files.writeString(file.resolve("00000000000000000001.checkpoint"), "");
    String[] command = {"iam:audit:verify", "--full", "--anchor", anchor.toString()};
    Commands.Ended unknown = commands.run(command);
    // Another test may have left a broken chain behind, which counts for more.
    assertThat(unknown.exitCode()).isEqualTo(unknown.out().contains("BROKEN") ? 1 : 3);
    assertThat(unknown.out()).contains(tenant.key() + ": intact");
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      Commands.Ended ended = commands.run(command);
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).contains(tenant.key() + ": BROKEN at record 1: record_altered");
      assertThat(ended.err())
          .contains("iam: " + unreadable.key() + ": ", "00000000000000000001.checkpoint");
    }
    try (TamperedChain chain = new TamperedChain(unreadable.id())) {
      chain.run(ALTER_FIRST);
      assertThat(commands.run(command).out())
          .as("a chain that is broken without its anchor")
          .contains(unreadable.key() + ": BROKEN at record 1: record_altered");
    }
    commands.run("iam:audit:verify", "--json", "--anchor", anchor.toString());
  }

  @Test
  @Tag("ci")
  void aLockThatIsNotGotIsNoFindingAndTheOthersAreSigned() throws SQLException {
    Organization held = platform.tenant();
    platform.administrator(tenant);
    try (Connection connection = Rows.open();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeQuery(
          "SELECT 1 FROM iam_policy_versions WHERE organization_id = '%s' FOR UPDATE"
              .formatted(held.id()));
      Commands.Ended ended = commands.run("iam:audit:checkpoint");
      assertThat(ended.exitCode()).isEqualTo(ended.out().contains("NOT SIGNED") ? 1 : 3);
      assertThat(ended.err())
          .contains("iam: " + held.key() + ": The request conflicts with a concurrent change");
      assertThat(ended.out()).contains(tenant.key() + ": signed at record ");
      connection.rollback();
    }
  }

  @Test
  void anAnchorThatHoldsNothingOfASignedChainIsNoSuccess() {
    commands.run("iam:audit:checkpoint", "--organization", tenant.key());
    Commands.Ended ended = verify(tenant.key(), "--anchor", anchor.toString());
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err())
        .contains("has no checkpoint for " + tenant.id(), "check that the anchor is mounted");
    assertThat(verify(tenant.key(), "--json", "--anchor", anchor.toString()).out())
        .contains("\"valid\":false", "\"failed\":[{\"organization_id\":\"" + tenant.id());
  }

  /** A server whose jobs alone have the anchor signs when an administrator asks for it. */
  @Test
  void anAnchorOfOthersMayLackAChainWhileThatIsYoung() throws SQLException {
    Organization other = platform.tenant();
    for (Organization each : List.of(other, tenant)) {
      commands.run("iam:audit:checkpoint", "--organization", each.key());
    }
    new AnchorDirectory(anchor).write(other.id(), checkpoints.last(other.id()).orElseThrow());

    Commands.Ended young = verify(tenant.key(), "--anchor", anchor.toString());
    assertThat(young.exitCode()).as(young.err()).isZero();
    assertThat(young.out()).contains(tenant.key() + ": intact, records 1 to ");

    String first = "UPDATE iam_audit_records SET occurred_at = %s WHERE :o AND seq = 1";
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(first.formatted("occurred_at - interval '2 days'"));
      Commands.Ended old = verify(tenant.key(), "--anchor", anchor.toString());
      assertThat(old.exitCode()).isEqualTo(3);
      assertThat(old.err()).contains("has no checkpoint for " + tenant.id());
    }
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(first.formatted("occurred_at + interval '1 hour'"));
      Commands.Ended claimed = verify(tenant.key(), "--anchor", anchor.toString());
      assertThat(claimed.exitCode()).isEqualTo(1);
      assertThat(claimed.out()).contains("BROKEN at record 1: record_altered");
    }
    acknowledging.acknowledgeAll(tenant.key());
  }

  private Commands.Ended verify(String organization, String... options) {
    String[] all = Arrays.copyOf(options, options.length + 3);
    System.arraycopy(options, 0, all, 3, options.length);
    all[0] = "iam:audit:verify";
    all[1] = "--organization";
    all[2] = organization;
    return commands.run(all);
  }

  /** Executes in a session without checks of foreign keys. */
  private static void asReplica(String sql) throws SQLException {
    try (Connection connection = Rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.executeUpdate(sql);
    }
  }

  private static List<String> outcomes(OrganizationId organization) throws SQLException {
    return Rows.texts(
        "SELECT coalesce(cause, 'valid') || ' ' || announced FROM iam_audit_verifications"
            + " WHERE organization_id = '%s' ORDER BY id".formatted(organization));
  }

  private static String chainOf(OrganizationId organization) throws SQLException {
    return Rows.texts(
            "SELECT count(*) || '/' || max(seq) FROM iam_audit_records WHERE organization_id = '%s'"
                .formatted(organization))
        .getFirst();
  }
}
