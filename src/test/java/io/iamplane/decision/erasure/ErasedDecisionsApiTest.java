package io.iamplane.decision.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.http.ValidatableResponse;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person's erasure takes recorded decisions away, and everything else stays proven. */
@QuarkusTest
class ErasedDecisionsApiTest {

  @Inject TestPlatform platform;
  @Inject StoredBlocks blocks;
  @Inject DecisionSeals seals;
  @Inject FlushedLog log;

  private AdminTenant tenant;
  private OrganizationId organization;
  private String ann;

  @BeforeEach
  void aTenantThatKnowsAnn() {
    tenant = new AdminTenant(platform);
    organization = tenant.organization().id();
    ann = tenant.made("users", "{'name': 'Zo\u00eb Quimby', 'external_id': 'quimby-7'}");
    tenant.made("users", "{'name': 'Bert Bold', 'external_id': 'bert'}");
  }

  @Test
  void theRecordsThatNameThePersonAreGoneAndTheOthersStayProven() throws SQLException {
    Block block =
        insert(
            Map.of("owner", "user:" + ann),
            Map.of("owner", "Bert Bold"),
            Map.of("note", "asked by Zo\u00eb quimby, twice"),
            Map.of("owner", "quimby-77"),
            Map.of("sheet", List.of(Map.of("of", "QUIMBY-7"))));
    Block other = insert(Map.of("owner", "Bert Bold"));
    seals.seal();
    List<String> ids = ids(block);
    JsonNode proof = proof(ids.get(1));
    JsonNode last = proof(ids.get(3));
    JsonNode others = proof(ids(other).getFirst());

    erase().statusCode(200).body("data.copies", greaterThanOrEqualTo(3));

    assertThat(proof(ids.get(1))).isEqualTo(proof);
    assertThat(proof(ids.get(3))).as("another number").isEqualTo(last);
    assertThat(proof(ids(other).getFirst())).isEqualTo(others);
    for (int gone : new int[] {0, 2, 4}) {
      tenant.get("decisions/" + ids.get(gone)).statusCode(404);
      tenant.get("decisions/" + ids.get(gone) + "/proof").statusCode(404);
    }
    for (int left : new int[] {1, 3}) {
      tenant.get("decisions/" + ids.get(left)).statusCode(200);
    }
    tenant.get("decisions?limit=100").statusCode(200);
    tenant
        .get("audit/events?type=iam.subject.erased&target=decision_block:" + block.id())
        .body("data", hasSize(1))
        .body("data[0].after.records", equalTo(3));
    tenant
        .get("audit/events?type=iam.subject.erased&target=decision_block:" + other.id())
        .body("data", hasSize(0));
    tenant
        .post("audit/verify-chain", "{'full': true}")
        .body("data.valid", equalTo(true))
        .body("data.decisions.blocks_read", greaterThanOrEqualTo(2));
  }

  @Test
  void noRowHasThePersonsIdAfterwards() throws SQLException {
    for (String subject : List.of("user:quimby-7", "user:" + ann, "user:bert")) {
      tenant
          .post("decisions/check", "{'subject': '%s', 'permission': 'a:b'}".formatted(subject))
          .statusCode(200);
    }
    log.await();
    insert(Map.of("owner", ann)); // waits for a seal
    assertThat(lines()).anyMatch(line -> line.contains(ann));
    assertThat(filters()).anyMatch(this::mayHoldAnn);

    erase().statusCode(200);
    log.await();

    assertThat(lines()).noneMatch(line -> line.contains(ann) || line.contains("quimby"));
    assertThat(lines()).anyMatch(line -> line.contains("user:bert"));
    assertThat(filters()).noneMatch(this::mayHoldAnn);
    seals.seal();
    tenant.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(true));
  }

  @Test
  void anotherErasureOfTheSameBlockIsRecordedWithAllThatIsGone() throws SQLException {
    Block block =
        insert(Map.of("owner", ann), Map.of("owner", "bert"), Map.of("owner", "someone else"));
    seals.seal();
    erase().statusCode(200);
    tenant.post("audit/erase-subject", "{'subject': 'user:bert'}").statusCode(200);

    tenant
        .get("audit/events?type=iam.subject.erased&target=decision_block:" + block.id())
        .body("data.after.records", hasSize(2));
    tenant.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(true));
    assertThat(lines()).anyMatch(line -> line.contains("someone else"));
    assertThat(lines()).noneMatch(line -> line.contains("\"bert\""));
  }

  /** Plays another server that writes its decisions after the erasure. */
  @Test
  void aDecisionThatIsRecordedLaterIsErasedWhenTheErasureIsRepeated() throws SQLException {
    erase().statusCode(200);
    insert(Map.of("owner", "user:" + ann), Map.of("owner", "bert"));
    assertThat(lines()).anyMatch(line -> line.contains(ann));

    tenant
        .post("audit/erase-subject", "{'subject': 'user:%s'}".formatted(ann))
        .statusCode(200)
        .body("data.copies", equalTo(1));

    assertThat(lines()).noneMatch(line -> line.contains(ann));
    assertThat(lines()).anyMatch(line -> line.contains("bert"));
  }

  @Test
  void anotherTenantsDecisionsStay() throws SQLException {
    AdminTenant stranger = new AdminTenant(platform);
    Block theirs =
        LoggedBlocks.of(stranger.organization().id(), List.of(Map.of("owner", "quimby-7")));
    blocks.insert(List.of(theirs));
    erase().statusCode(200);

    stranger.get("decisions/" + theirs.id()).statusCode(200);
  }

  @SafeVarargs
  private Block insert(Map<String, Object>... contexts) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Map<String, Object> each : contexts) {
      all.add(each);
    }
    Block block = LoggedBlocks.of(organization, all);
    blocks.insert(List.of(block));
    return block;
  }

  private ValidatableResponse erase() {
    return tenant.post("audit/erase-subject", "{'subject': 'user:quimby-7'}");
  }

  private JsonNode proof(String id) {
    return AnswerJson.at(tenant.get("decisions/" + id + "/proof").statusCode(200), "/data");
  }

  private static List<String> ids(Block block) {
    return BlockLines.of(block.body()).stream()
        .map(line -> new String(line, 7, 36, StandardCharsets.US_ASCII))
        .toList();
  }

  private boolean mayHoldAnn(byte[] filter) {
    return BlockFilter.mayHold(filter, RecordNames.subject("user:" + ann));
  }

  private List<byte[]> filters() throws SQLException {
    return column("filter");
  }

  private List<String> lines() throws SQLException {
    List<String> lines = new ArrayList<>();
    for (byte[] body : column("body")) {
      BlockLines.all(body).forEach(line -> lines.add(new String(line, StandardCharsets.US_ASCII)));
    }
    return lines;
  }

  private List<byte[]> column(String name) throws SQLException {
    return Rows.texts(
            "SELECT encode(%s, 'hex') FROM iam_decisions WHERE organization_id = '%s'"
                .formatted(name, organization))
        .stream()
        .map(HexFormat.of()::parseHex)
        .toList();
  }
}
