package io.iamplane.decision.seal;

import static io.iamplane.decision.seal.ShownProof.holds;
import static io.iamplane.decision.seal.ShownProof.leaf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A recorded decision is proven by a record of the audit chain, and no other passes for it. */
@QuarkusTest
class DecisionProofApiTest {

  @Inject TestPlatform platform;
  @Inject FlushedLog log;
  @Inject DecisionSeals seals;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void everyDecisionOfEveryBlockIsProven() {
    List<String> ids = new ArrayList<>();
    for (int block = 0; block < 3; block++) {
      for (int i = 0; i <= block; i++) {
        ids.add(decide());
      }
      log.await();
    }
    tenant
        .get("decisions/" + ids.getFirst() + "/proof")
        .statusCode(409)
        .body("detail", containsString("not sealed yet"));
    seals.seal();

    Set<String> audited = new HashSet<>();
    for (String id : ids) {
      JsonNode proof = proof(id);
      assertThat(proof.path("record").asText()).contains(id);
      assertThat(isProven(proof)).isTrue();
      String target = proof.path("audit_target").asText();
      audited.add(target);
      tenant
          .get("audit/events?type=iam.decisions.&target=" + target)
          .body("data[0].after.root", equalTo(proof.at("/seal/root").asText()));
    }
    assertThat(audited).as("one record for all blocks").hasSize(1);
  }

  @Test
  void anAlteredRecordIsNotProven() throws SQLException {
    String id = decide();
    String other = decide();
    log.await();
    seals.seal();
    JsonNode proof = proof(id);
    JsonNode others = proof(other);

    assertThat(isProven(proof)).isTrue();
    assertThat(holds(leaf(others.path("record").asText()), proof.path("block")))
        .as("another record in its place")
        .isFalse();
    AdminTenant stranger = new AdminTenant(platform);
    stranger.post("decisions/check", "{'subject': 'user:bob', 'permission': 'a:b'}");
    log.await();
    Rows.updatePastTriggers(
        ("UPDATE iam_decisions SET body = (SELECT body FROM iam_decisions o"
                + " WHERE o.organization_id = '%s' LIMIT 1)"
                + " WHERE organization_id = '%s' AND id = '%s'")
            .formatted(
                stranger.organization().id(),
                tenant.organization().id(),
                proof.at("/block/id").asText()));
    tenant.get("decisions/" + id + "/proof").statusCode(404);
  }

  @Test
  void twoWhoSealAtTheSameTimeSealNothingTwice() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(decide());
      log.await();
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(seals::seal);
      }
    }
    seals.seal();

    String of = " WHERE organization_id = '" + tenant.organization().id() + "'";
    assertThat(Rows.texts("SELECT count(*) FROM iam_decision_unsealed" + of)).containsExactly("0");
    assertThat(Rows.texts("SELECT sum(blocks) FROM iam_decision_seals" + of))
        .isEqualTo(Rows.texts("SELECT count(*) FROM iam_decisions" + of));
    assertThat(Rows.texts("SELECT sum(decisions) FROM iam_decision_seals" + of))
        .isEqualTo(Rows.texts("SELECT sum(decisions) FROM iam_decisions" + of));
    assertThat(ids).allMatch(id -> isProven(proof(id)));
  }

  @Test
  void anotherOrganizationsDecisionIsNotFound() {
    String id = decide();
    log.await();
    seals.seal();

    new AdminTenant(platform).get("decisions/" + id + "/proof").statusCode(404);
    tenant.get("decisions/" + AdminTenant.UNKNOWN_ID + "/proof").statusCode(404);
  }

  /** Checks the proof by published data alone. */
  private static boolean isProven(JsonNode proof) {
    return holds(leaf(proof.path("record").asText()), proof.path("block"))
        && holds(
            MerkleHash.leaf(HexFormat.of().parseHex(proof.at("/block/root").asText())),
            proof.path("seal"));
  }

  private JsonNode proof(String id) {
    return AnswerJson.at(tenant.get("decisions/" + id + "/proof").statusCode(200), "/data");
  }

  private String decide() {
    return AnswerJson.text(
        tenant.post("decisions/check", "{'subject': 'user:ann', 'permission': 'a:b'}"),
        "/data/decision_id");
  }
}
