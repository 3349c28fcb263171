package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.chain.EventType;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A chain known to be broken is not whole again because a later run reads other records. */
@QuarkusTest
class AcknowledgementDbTest {

  private static final String ALTER_FIRST =
      "UPDATE iam_audit_records SET actor = 'cli:mallory' WHERE :o AND seq = 1";

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject Acknowledging acknowledging;

  private Organization tenant;

  @BeforeEach
  void aTenantWithACheckpoint() {
    tenant = platform.tenant();
    assertThat(commands.run("iam:audit:checkpoint", "--organization", tenant.key()).exitCode())
        .isZero();
  }

  @Test
  void aFindingStaysOpenWhateverLaterRunsRead() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      assertThat(verify().exitCode()).as("a run that does not look there").isZero();
      assertThat(verify("--full").exitCode()).isEqualTo(1);
      assertOpen(verify());
    }
    assertOpen(verify());
    assertOpen(verify("--full"));
  }

  private void assertOpen(Commands.Ended ended) {
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out())
        .contains(tenant.key() + ": BROKEN earlier: this run found nothing")
        .containsPattern(
            tenant.key() + ": OPEN [0-9a-f-]{36}, detected 20.*: record_altered at record 1");
  }

  @Test
  void anAcknowledgedFindingIsClosedByARecordOfThePlatform() throws SQLException {
    breakAndFind();
    List<String> open = acknowledging.open(tenant.key());
    assertThat(open).hasSize(1);
    Commands.Ended ended = acknowledging.acknowledge(open.getFirst(), "INC-42, seen by Ann Lee");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains(tenant.id() + ": acknowledged record_altered at record 1");
    assertThat(verify().exitCode()).isZero();
    assertThat(verify("--full").exitCode()).isZero();
    assertThat(acknowledging.open(tenant.key())).isEmpty();
    List<String> records =
        Rows.texts(
            "SELECT canonical FROM iam_audit_records WHERE organization_id = '%s' AND target_id = '%s'"
                .formatted(platform.platform().id(), open.getFirst()));
    assertThat(records)
        .singleElement()
        .asString()
        .contains(
            "\"event_type\":\"iam.audit.finding.acknowledged\"",
            "\"organization_id\":\"" + tenant.id(),
            "\"cause\":\"record_altered\"")
        .as("a reason may name a person")
        .doesNotContain("Ann Lee");
  }

  @Test
  void aMadeUpRecordWithoutANumberAcknowledgesNothing() throws SQLException {
    breakAndFind();
    String finding = acknowledging.open(tenant.key()).getFirst();
    Rows.update(
        "ALTER TABLE iam_audit_records DROP CONSTRAINT iam_audit_records_pkey,"
            + " ALTER seq DROP NOT NULL");
    try {
      Rows.update(
          """
          INSERT INTO iam_audit_records SELECT (jsonb_populate_record(r, jsonb_build_object(
            'seq', NULL, 'id', gen_random_uuid(), 'event_type', '%s',
            'target_type', '%s', 'target_id', '%s'))).*
          FROM iam_audit_records r WHERE organization_id = '%s' AND seq = 1
          """
              .formatted(
                  EventType.AUDIT_FINDING_ACKNOWLEDGED.wire(),
                  FindingService.TARGET,
                  finding,
                  platform.platform().id()));
      assertThat(acknowledging.open(tenant.key())).containsExactly(finding);
      assertThat(verify().exitCode()).isEqualTo(1);
    } finally {
      try (TamperedChain chain = new TamperedChain(tenant.id())) {
        chain.runIfAny("DELETE FROM iam_audit_records WHERE seq IS NULL");
      }
      Rows.update("ALTER TABLE iam_audit_records ADD PRIMARY KEY (organization_id, seq)");
    }
  }

  @Test
  void aRunThatFindsItAgainOpensItAgain() throws SQLException {
    for (int i = 0; i < 2; i++) {
      breakAndFind();
      assertThat(verify().exitCode()).isEqualTo(1);
      acknowledging.acknowledgeAll(tenant.key());
      assertThat(verify().exitCode()).isZero();
    }
  }

  @Test
  void everyFindingIsClosedByItself() throws SQLException {
    breakAndFind();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run("UPDATE iam_audit_records SET correlation_id = 'x' WHERE :o AND seq = 1");
      assertThat(verify("--full").exitCode()).isEqualTo(1);
      verify("--full");
    }
    List<String> open = acknowledging.open(tenant.key());
    assertThat(open).as("each once, however often it was found").hasSize(2);
    assertThat(acknowledging.acknowledge(open.getLast(), "known").exitCode()).isZero();
    assertThat(verify().exitCode()).isEqualTo(1);
    assertThat(acknowledging.open(tenant.key())).containsExactly(open.getFirst());
    acknowledging.acknowledgeAll(tenant.key());
    assertThat(verify().exitCode()).isZero();
  }

  /** It is the finding that is acknowledged, not the run. */
  @Test
  void anEarlierRunNamesTheSameFinding() throws SQLException {
    breakAndFind();
    String first = acknowledging.open(tenant.key()).getFirst();
    breakAndFind();
    assertThat(acknowledging.open(tenant.key())).doesNotContain(first).hasSize(1);
    assertThat(acknowledging.acknowledge(first, "known").exitCode()).isZero();
    assertThat(verify().exitCode()).isZero();
  }

  @Test
  void whatCannotBeAcknowledgedIsRefused() throws SQLException {
    breakAndFind();
    String finding = acknowledging.open(tenant.key()).getFirst();
    assertThat(acknowledging.acknowledge("x", "known").exitCode()).isEqualTo(2);
    Commands.Ended unknown = acknowledging.acknowledge(UUID.randomUUID().toString(), "known");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no finding");
    assertThat(acknowledging.acknowledge(finding, " ").exitCode()).isEqualTo(2);
    assertThat(acknowledging.acknowledge(finding, "x".repeat(1_001)).exitCode()).isEqualTo(2);
    assertThat(verify().exitCode()).isEqualTo(1);
    assertThat(acknowledging.acknowledge(finding, "x".repeat(1_000)).exitCode()).isZero();
    Commands.Ended twice = acknowledging.acknowledge(finding, "known");
    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.err()).contains("is already acknowledged");
  }

  @Test
  void jsonSaysWhatARunCoveredAndWhatIsOpen() throws SQLException {
    JsonPath partial = JsonPath.from(verify("--json").out());
    assertThat(partial.getBoolean("valid")).isTrue();
    assertThat(partial.getBoolean("covered.all")).isFalse();
    assertThat(partial.getBoolean("covered.full")).isFalse();
    assertThat(partial.getInt("covered.chains")).isEqualTo(1);
    assertThat(partial.getInt("covered.records")).as("the record of the checkpoint").isEqualTo(1);
    assertThat(partial.getBoolean("covered.anchored")).isFalse();
    JsonPath full = JsonPath.from(verify("--json", "--full").out());
    assertThat(full.getBoolean("covered.full")).isTrue();
    assertThat(full.getInt("covered.records")).isEqualTo(full.getInt("chains[0].to_seq"));
    breakAndFind();
    JsonPath open = JsonPath.from(verify("--json").out());
    assertThat(open.getBoolean("valid")).isFalse();
    assertThat(open.getBoolean("chains[0].valid")).isFalse();
    assertThat(open.<Object>get("chains[0].cause")).as("this run found nothing").isNull();
    assertThat(open.getString("chains[0].open_findings[0].cause")).isEqualTo("record_altered");
    assertThat(open.getInt("chains[0].open_findings[0].seq")).isEqualTo(1);
  }

  @Test
  void aTenantSeesThatItsChainHasAnOpenFinding() throws SQLException {
    AdminTenant asking = new AdminTenant(platform);
    asking.post("audit/checkpoints").statusCode(201);
    try (TamperedChain chain = new TamperedChain(asking.organization().id())) {
      chain.run(ALTER_FIRST);
      asking.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(false));
    }
    asking
        .post("audit/verify-chain", "{}")
        .statusCode(200)
        .body("data.valid", equalTo(false))
        .body("data.open_findings", hasSize(1))
        .body("data.open_findings[0].cause", equalTo("record_altered"));
    acknowledging.acknowledgeAll(asking.organization().key());
    asking.post("audit/verify-chain", "{}").body("data.valid", equalTo(true));
  }

  @Test
  void whatACheckpointFindsIsKeptToo() throws SQLException {
    Organization unsigned = platform.tenant();
    String[] sign = {"iam:audit:checkpoint", "--organization", unsigned.key()};
    try (TamperedChain chain = new TamperedChain(unsigned.id())) {
      chain.run(ALTER_FIRST);
      assertThat(commands.run(sign).exitCode()).isEqualTo(1);
    }
    assertThat(acknowledging.open(unsigned.key())).hasSize(1);
  }

  private void breakAndFind() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(ALTER_FIRST);
      assertThat(verify("--full").exitCode()).isEqualTo(1);
    }
  }

  private Commands.Ended verify(String... options) {
    List<String> all = new ArrayList<>(List.of("iam:audit:verify", "--organization", tenant.key()));
    all.addAll(List.of(options));
    return commands.run(all.toArray(String[]::new));
  }
}
