package io.iamplane.decision.erasure;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static io.iamplane.decision.erasure.CraftedRecords.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.erasure.DecisionErasureStore.Open;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An erasure goes on in small steps, ends, and is stopped by no row. */
@QuarkusTest
class ErasureStepsDbTest {

  @Inject TestPlatform platform;
  @Inject ErasedTenant erased;
  @Inject StoredBlocks blocks;
  @Inject DecisionSeals seals;
  @Inject DecisionErasureStore store;
  @Inject Transactions transactions;

  private AdminTenant api;
  private OrganizationId tenant;
  private String ann;
  private String bert;

  @BeforeEach
  void aTenantWithTwo() {
    api = new AdminTenant(platform);
    tenant = api.organization().id();
    ann = api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    bert = api.made("users", "{'name': 'Bert Bold', 'external_id': 'bert'}");
  }

  @Test
  void aStepChangesAFewBlocksAndTheNextGoesOnThere() throws SQLException {
    List<Block> made = aboutAnn(20);
    erased.erase(tenant, ann);
    Open open = erased.open(tenant).getFirst();
    ErasureSteps steps = erased.steps(ErasedTenant.SOON);

    long changed = 0;
    while (steps.step(open)) {
      // A filter may have one more block read, by chance.
      assertThat(state().blocks() - changed).isBetween(1L, (long) ErasureSteps.BLOCKS);
      changed = state().blocks();
      assertThat(left(made)).isEqualTo(20 - changed);
    }

    assertThat(changed).isBetween(12L, 19L);
    assertThat(left(made)).isZero();
    assertThat(state().blocks()).isEqualTo(20);
    assertThat(state().records()).isEqualTo(20);
    assertThat(state().state()).isEqualTo(DecisionErasureView.State.RUNNING);
    assertThat(records()).isEqualTo(20);
    assertThat(steps.step(open)).as("nothing is new").isFalse();
    assertThat(state().blocks()).isEqualTo(20);
  }

  /** As when a process ends between two steps, and another goes on. */
  @Test
  void theProgressIsStored() throws SQLException {
    List<Block> made = aboutAnn(12);
    erased.erase(tenant, ann);
    Open open = erased.open(tenant).getFirst();
    assertThat(erased.steps(ErasedTenant.SOON).step(open)).isTrue();
    assertThat(left(made)).isBetween(4L, 11L);
    erased.run();

    assertThat(left(made)).isZero();
    assertThat(records()).as("no block twice").isEqualTo(12);
  }

  @Test
  void anotherProcessPassesOverAnErasureThatIsTaken() throws SQLException {
    List<Block> made = aboutAnn(2);
    erased.erase(tenant, ann);
    Open open = erased.open(tenant).getFirst();
    try (Connection other = Rows.open();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "SELECT 1 FROM iam_decision_erasures WHERE id = '%s' FOR UPDATE".formatted(open.id()));

      assertThat(erased.steps(ErasedTenant.SOON).step(open)).isFalse();
      assertThat(left(made)).isEqualTo(2);
      other.rollback();
    }
    erased.steps(ErasedTenant.SOON).step(open);
    assertThat(left(made)).isZero();
  }

  @Test
  void twoErasuresOfOneBlockAreBothRecorded() throws SQLException {
    Block made = block(tenant, about("user:" + ann), about("user:" + bert), about("user:carl"));
    erased.seal(made);
    erased.erase(tenant, ann);
    erased.erase(tenant, bert);
    erased.run();

    assertThat(erased.lines(tenant, made.id()))
        .noneMatch(line -> line.contains(ann) || line.contains(bert))
        .anyMatch(line -> line.contains("user:carl"));
    assertThat(records()).isEqualTo(2);
    api.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(true));
  }

  @Test
  void aBlockWaitsForItsSeal() throws SQLException {
    Block made = block(tenant, about("user:" + ann));
    blocks.insert(List.of(made));
    erased.erase(tenant, ann);
    erased.run();
    assertThat(left(List.of(made))).as("not sealed").isEqualTo(1);

    seals.seal();
    erased.steps(Duration.ZERO).run();
    assertThat(left(List.of(made))).as("the seal may not be the last of its time").isEqualTo(1);
    erased.run();
    assertThat(left(List.of(made))).isZero();
  }

  @Test
  void itEndsAnHourAfterwardsAndForgetsTheExternalId() throws SQLException {
    List<Block> made = aboutAnn(1);
    erased.erase(tenant, ann);
    erased.run();
    assertThat(digests()).isEqualTo(1);
    Block late = block(tenant, about("user:" + ann));
    erased.seal(late);
    erased.steps(DecisionErasures.AFTERWARDS.plusMinutes(3)).run();

    assertThat(left(List.of(late))).as("recorded after the erasure").isZero();
    assertThat(state().state()).isEqualTo(DecisionErasureView.State.DONE);
    assertThat(state().reached()).isEqualTo(state().until());
    assertThat(digests()).isZero();
    assertThat(erased.open(tenant)).isEmpty();
    assertThat(left(made)).isZero();
  }

  @Test
  void aRepeatedErasureBeginsAgainOnceTheFirstIsDone() throws SQLException {
    erased.erase(tenant, ann);
    UUID first = erased.open(tenant).getFirst().id();
    erased.erase(tenant, ann);
    assertThat(erased.open(tenant)).extracting(Open::id).containsExactly(first);

    erased.steps(Duration.ofHours(2)).run();
    List<Block> made = aboutAnn(1);
    erased.steps(Duration.ofHours(2)).run();
    assertThat(left(made)).as("the erasure had ended").isEqualTo(1);
    erased.erase(tenant, ann);
    assertThat(erased.open(tenant)).extracting(Open::id).doesNotContain(first).hasSize(1);
    erased.run();
    assertThat(left(made)).isZero();
    assertThat(rows()).as("of the person").isEqualTo(1);
  }

  // Rows of someone's choice.

  @Test
  void blocksThatCannotBeReadAreNamedAndHoldUpNothing() throws SQLException {
    List<Block> made = aboutAnn(6);
    String change = "UPDATE iam_decisions SET %s WHERE id = '%s'";
    Rows.updatePastTriggers(change.formatted("body = '\\x010203'", made.get(0).id()));
    Rows.updatePastTriggers(change.formatted("body = ''", made.get(1).id()));
    Rows.updatePastTriggers(change.formatted("denied = denied + 1", made.get(2).id()));
    Rows.updatePastTriggers(
        "UPDATE iam_decision_sealed SET root = '\\x00' WHERE block_id = '%s'"
            .formatted(made.get(3).id()));
    Rows.updatePastTriggers(
        change.formatted("filter = decode(repeat('00', 40000), 'hex')", made.get(4).id()));
    erased.erase(tenant, ann);
    erased.run();

    assertThat(state().skipped()).isEqualTo(4);
    assertThat(state().skippedBlocks())
        .containsExactlyInAnyOrderElementsOf(
            made.subList(0, 4).stream().map(each -> each.id().toString()).toList());
    assertThat(state().blocks()).isEqualTo(2);
    assertThat(left(made.subList(4, 6))).isZero();
    erased.run();
    assertThat(state().skipped()).as("each is tried once").isEqualTo(4);
  }

  @Test
  void aFewOfManySkippedBlocksAreNamed() throws SQLException {
    aboutAnn(60);
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x00' WHERE organization_id = '%s'".formatted(tenant));
    erased.erase(tenant, ann);
    erased.run();

    assertThat(state().skipped()).isGreaterThanOrEqualTo(60);
    assertThat(state().skippedBlocks()).hasSize(ErasureSteps.NAMED);
  }

  @Test
  void aBodyThatInflatesToAnything() throws SQLException {
    List<Block> made = aboutAnn(1);
    Deflater deflater = new Deflater(9, true);
    deflater.setInput(new byte[64 * 1024 * 1024]);
    deflater.finish();
    byte[] bomb = new byte[200_000];
    int length = deflater.deflate(bomb);
    String hex = HexFormat.of().formatHex(bomb, 0, length);
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x%s' WHERE id = '%s'"
            .formatted(hex, made.getFirst().id()));
    erased.erase(tenant, ann);
    erased.run();

    assertThat(state().skipped()).isEqualTo(1);
  }

  @Test
  void namesInCallersWordsAndLikeNamesAreOthers() throws SQLException {
    Block made =
        block(
            tenant,
            about("user:" + bert) + ",'context':{'subject':'user:%s'}".formatted(ann),
            about("user:" + bert) + ",'subject_properties':{'x':'user:quimby-7'}",
            about("user:" + ann + "2"),
            about("user:quimby-77"),
            about("user:" + bert) + ",'subject_asked':'user:quimby-7'",
            about("user:" + ann));
    erased.seal(made);
    List<String> before = erased.lines(tenant, made.id());
    erased.erase(tenant, ann);
    erased.run();

    List<String> after = erased.lines(tenant, made.id());
    assertThat(after.subList(0, 5)).isEqualTo(before.subList(0, 5));
    assertThat(after.get(5)).startsWith("{\"erased\":");
    assertThat(state().records()).isEqualTo(1);
  }

  /** A user may be made with another one's id as its external id. */
  @Test
  void anErasureOfAUserNamedLikeAnIdTakesNoRecordOfThatIds() throws SQLException {
    String eve = api.made("users", "{'name': 'Eve', 'external_id': '%s'}".formatted(bert));
    Block made =
        block(
            tenant,
            about("user:" + bert),
            "'subject':'user:carl','key':'k','resource':'user:%s'".formatted(bert));
    erased.seal(made);
    erased.erase(tenant, eve);
    erased.run();

    assertThat(erased.lines(tenant, made.id())).noneMatch(line -> line.contains("erased"));
  }

  @Test
  void anotherTenantsBlocksStay() throws SQLException {
    OrganizationId other = new AdminTenant(platform).organization().id();
    Block theirs = block(other, about("user:" + ann), about("user:quimby-7"));
    erased.seal(theirs);
    erased.erase(tenant, ann);
    erased.run();

    assertThat(erased.lines(other, theirs.id())).noneMatch(line -> line.contains("erased"));
  }

  @Test
  void recordsOfTheExternalIdAreThePersonsWhileItWas() throws SQLException {
    Block made =
        block(
            tenant,
            about("user:quimby-7"),
            "'subject':'user:carl','key':'k','resource':'user:quimby-7'",
            "'subject':'user:carl','key':'k','asked_by':'user:%s'".formatted(ann));
    erased.seal(made);
    erased.erase(tenant, ann);
    Block later = block(tenant, about("user:quimby-7"));
    erased.seal(later);
    erased.run();

    assertThat(erased.lines(tenant, made.id())).allMatch(line -> line.startsWith("{\"erased\""));
    assertThat(erased.lines(tenant, later.id())).as("nobody's, or the next one's").hasSize(1);
    assertThat(erased.lines(tenant, later.id()).getFirst()).contains("quimby-7");
  }

  @Test
  void blocksThatRetentionRemovedAreNoMatter() throws SQLException {
    List<Block> made = aboutAnn(3);
    Rows.update("DELETE FROM iam_decisions WHERE id = '%s'".formatted(made.get(1).id()));
    erased.erase(tenant, ann);
    erased.run();

    assertThat(state().blocks()).isEqualTo(2);
    assertThat(state().skipped()).isZero();
  }

  private List<Block> aboutAnn(int number) {
    List<Block> made = new ArrayList<>();
    IntStream.range(0, number)
        .forEach(_ -> made.add(block(tenant, about("user:" + ann), about("user:" + bert))));
    erased.seal(made.toArray(Block[]::new));
    return made;
  }

  private long left(List<Block> some) throws SQLException {
    long left = 0;
    for (Block each : some) {
      left += erased.lines(tenant, each.id()).stream().anyMatch(line -> line.contains(ann)) ? 1 : 0;
    }
    return left;
  }

  private DecisionErasureView state() {
    return transactions.call(() -> store.last(tenant, UUID.fromString(ann))).orElseThrow();
  }

  private int records() throws SQLException {
    return count(
        "iam_audit_records",
        " AND event_type = 'iam.decisions.erased' AND target_type = 'decision_block'");
  }

  private int rows() throws SQLException {
    return count("iam_decision_erasures", " AND user_id = '" + ann + "'");
  }

  private int digests() throws SQLException {
    return count(
        "iam_decision_erasures",
        " AND concat(external_sha256, external_subject, external_resource) <> ''");
  }

  private int count(String table, String condition) throws SQLException {
    return Integer.parseInt(
        Rows.texts(
                "SELECT count(*) FROM %s WHERE organization_id = '%s'%s"
                    .formatted(table, tenant, condition))
            .getFirst());
  }
}
