package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.cli.Commands;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator and a tenant see a verification's findings about decisions. */
@QuarkusTest
class SealedDecisionsApiTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject Commands commands;

  private AdminTenant tenant;
  private List<Block> blocks;

  @BeforeEach
  void aTenantWithSealedDecisions() {
    tenant = new AdminTenant(platform);
    blocks = sealed.seal(tenant.organization().id(), 4);
  }

  @Test
  void aRunSaysWhichDecisionsItCompared() {
    tenant
        .post("audit/verify-chain", "{'full': true}")
        .statusCode(200)
        .body("data.valid", equalTo(true))
        .body("data.decisions.seals", equalTo(1))
        .body("data.decisions.blocks", equalTo(4))
        .body("data.decisions.blocks_read", equalTo(4))
        .body("data.decisions.findings", equalTo(0))
        .body("data.decisions.complete", equalTo(true))
        .body("data.cause", nullValue());
    assertThat(verify("--full").out())
        .contains(tenant.organization().key() + ": intact, records 1 to ")
        .contains(", 1 decision seals, 4 of 4 blocks read");
    assertThat(JsonPath.from(verify("--json").out()).getInt("chains[0].decisions.blocks_read"))
        .isEqualTo(4);
  }

  @Test
  void aFindingIsShownKeptAnnouncedAndAcknowledged() throws SQLException {
    String id = blocks.get(2).id().toString();
    long announced = announcements();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant.organization().id())) {
      tampered.run("UPDATE iam_decisions SET denied = 0 WHERE :o AND id = '%s'".formatted(id));
      tenant
          .post("audit/verify-chain")
          .statusCode(200)
          .body("data.valid", equalTo(false))
          .body("data.cause", equalTo("decision_block_altered"))
          .body("data.expected", containsString("block " + id))
          .body("data.expected", containsString("denied 3"))
          .body("data.found", equalTo("denied 0"))
          .body("data.open_findings", hasSize(1));
      Commands.Ended ended = verify();
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out())
          .contains(": decision_block_altered, expected block " + id + " of seal ");
      assertThat(announcements()).isEqualTo(announced + 1);
      tenant.post("audit/checkpoints").statusCode(201);
    }
    Commands.Ended undone = verify("--full");
    assertThat(undone.exitCode()).as("it is open").isEqualTo(1);
    assertThat(undone.out()).contains("this run found nothing");
    acknowledge();
    assertThat(verify("--full").exitCode()).isZero();
  }

  /** A change of the rows around the chain hides no change of decisions. */
  @Test
  void eachFindingIsKeptAnnouncedAndAcknowledged() throws SQLException {
    long announced = announcements();
    Rows.update(
        "UPDATE iam_organizations SET key = key || '-x' WHERE id = '"
            + tenant.organization().id()
            + "'");
    try (TamperedDecisions tampered = new TamperedDecisions(tenant.organization().id())) {
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '%s'".formatted(id(0)));
      tampered.run("UPDATE iam_decisions SET denied = 0 WHERE :o AND id > '%s'".formatted(id(1)));
      Commands.Ended ended = verifyById();
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out())
          .contains(": organization_altered", "(3 findings about decisions)")
          .contains(": decision_block_missing at record")
          .contains(": decision_block_altered at record");
      JsonPath json = JsonPath.from(verifyById("--json").out());
      assertThat(json.getString("chains[0].cause")).isEqualTo("organization_altered");
      assertThat(json.getInt("chains[0].decisions.findings")).isEqualTo(3);
      assertThat(json.getList("chains[0].open_findings.cause"))
          .containsExactly(
              "organization_altered", "decision_block_missing", "decision_block_altered");
      assertThat(announcements()).as("each once").isEqualTo(announced + 3);
    } finally {
      Rows.update(
          "UPDATE iam_organizations SET key = '%s' WHERE id = '%s'"
              .formatted(tenant.organization().key(), tenant.organization().id()));
    }
    acknowledge();
    assertThat(verify("--full").exitCode()).isZero();
  }

  /** Two blocks without a seal are both shown at the first record. */
  @Test
  void twoFindingsOfOneCauseAndRecordAreTwo() throws SQLException {
    long announced = announcements();
    List<Block> added = new ArrayList<>();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant.organization().id())) {
      for (int i = 0; i < 2; i++) {
        added.add(LoggedBlocks.of(tenant.organization().id(), 1, Map.of()));
      }
      tampered.add(added.getLast());
      verify();
      verify("--full");
      assertThat(announcements()).isEqualTo(announced + 1);
      tampered.add(added.getFirst());
      assertThat(verify().out()).contains("a seal for block " + added.getFirst().id());
      assertThat(announcements()).as("another block").isEqualTo(announced + 2);
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '%s'".formatted(added.get(0).id()));
      assertThat(verify().out()).contains("a seal for block " + added.getLast().id());
      assertThat(announcements()).as("the one before is known").isEqualTo(announced + 2);
    }
    acknowledge();
  }

  private String id(int block) {
    return blocks.get(block).id().toString();
  }

  private Commands.Ended verifyById(String... options) {
    List<String> line =
        new ArrayList<>(
            List.of("iam:audit:verify", "--organization", tenant.organization().id().toString()));
    line.addAll(List.of(options));
    return commands.run(line.toArray(String[]::new));
  }

  private void acknowledge() {
    List<String> open = JsonPath.from(verify("--json").out()).getList("chains[0].open_findings.id");
    for (String finding : open) {
      assertThat(
              commands
                  .run("iam:audit:acknowledge", "--finding", finding, "--reason", "by a test")
                  .exitCode())
          .isZero();
    }
  }

  private Commands.Ended verify(String... options) {
    List<String> line =
        new ArrayList<>(List.of("iam:audit:verify", "--organization", tenant.organization().key()));
    line.addAll(List.of(options));
    return commands.run(line.toArray(String[]::new));
  }

  private static long announcements() throws SQLException {
    return Rows.texts(
            "SELECT 1 FROM iam_outbox_messages WHERE event_type = 'iam.audit.chain.broken'")
        .size();
  }
}
