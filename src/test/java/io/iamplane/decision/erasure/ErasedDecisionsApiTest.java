package io.iamplane.decision.erasure;

import static io.iamplane.decision.seal.ShownProof.hash;
import static io.iamplane.decision.seal.ShownProof.holds;
import static io.iamplane.decision.seal.ShownProof.leaf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.cli.Commands;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person's erasure takes recorded decisions away, and everything else stays proven. */
@QuarkusTest
class ErasedDecisionsApiTest {

  @Inject TestPlatform platform;
  @Inject ErasedTenant erased;
  @Inject DecisionSeals seals;
  @Inject FlushedLog log;
  @Inject Commands commands;

  private AdminTenant tenant;
  private String ann;
  private String aboutAnn;
  private String aboutBert;

  @BeforeEach
  void decisionsAboutTwo() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    ann = tenant.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    tenant.made("users", "{'name': 'Bert Bold', 'external_id': 'bert'}");
    aboutAnn = decide("quimby-7", "{'salary': 4711}");
    aboutBert = decide("bert", "{'asks_about': 'user:%s'}".formatted(ann));
    log.await();
    seals.seal();
  }

  @Test
  void theRequestBeginsItAndTellsHowFarItIs() {
    erase()
        .statusCode(200)
        .body("data.decisions.state", equalTo("running"))
        .body("data.decisions.reached", nullValue())
        .body("data.decisions.blocks", equalTo(0))
        .body("data.decisions.skipped_blocks", empty());
    tenant.get("decisions/" + aboutAnn).body("data.context.salary", equalTo(4711));

    erased.run();
    erase()
        .statusCode(200)
        .body("data.values", equalTo(0))
        .body("data.decisions.state", equalTo("running"))
        .body("data.decisions.blocks", greaterThan(0))
        .body("data.decisions.records", greaterThan(0))
        .body("data.decisions.skipped", equalTo(0));

    erased.steps(Duration.ofHours(2)).run();
    Commands.Ended command =
        commands.run(
            "iam:audit:erase-subject",
            "--organization",
            tenant.organization().key(),
            "--subject",
            "user:" + ann);
    assertThat(command.exitCode()).isZero();
    assertThat(command.out()).contains("decisions: running, erased 0 records in 0 blocks");
  }

  @Test
  void anErasedDecisionHasItsIdTimeAndOutcome() {
    erase().statusCode(200);
    erased.run();

    tenant
        .get("decisions/" + aboutAnn)
        .statusCode(200)
        .body("data.id", equalTo(aboutAnn))
        .body("data.erased", equalTo(true))
        .body("data.outcome", equalTo("deny"))
        .body("data", hasKey("at"))
        .body("data", not(hasKey("subject")))
        .body("data", not(hasKey("context")))
        .body("data", not(hasKey("asked_by")));
    tenant
        .get("decisions/" + aboutBert)
        .statusCode(200)
        .body("data", not(hasKey("erased")))
        .body("data.context.asks_about", equalTo("user:" + ann));
    List<String> listed = new ArrayList<>();
    AnswerJson.at(tenant.get("decisions?outcome=deny&limit=100").statusCode(200), "/data")
        .forEach(each -> {
          if (each.path("erased").asBoolean()) {
            listed.add(each.path("id").asText());
          }
        });
    assertThat(listed).containsExactly(aboutAnn);
    tenant.get("decisions?subject=user:" + ann).body("data", empty());
  }

  @Test
  void everyProofHolds() {
    JsonNode before = proof(aboutAnn);
    JsonNode bert = proof(aboutBert);
    erase().statusCode(200);
    erased.run();

    assertThat(proof(aboutBert)).isEqualTo(bert);
    JsonNode after = proof(aboutAnn);
    assertThat(after.has("record")).isFalse();
    for (String member : List.of("leaf", "block", "seal", "audit_target")) {
      assertThat(after.path(member)).isEqualTo(before.path(member));
    }
    assertThat(after.path("leaf").asText())
        .isEqualTo(leaf(before.path("record").asText()).toString());
    assertThat(holds(hash(after.path("leaf")), after.path("block"))).isTrue();
    assertThat(holds(MerkleHash.leaf(hash(bert.path("leaf")).bytes()), bert.path("block")))
        .isFalse();
    tenant.post("audit/verify-chain", "{'full': true}").body("data.valid", equalTo(true));
  }

  @Test
  void eachChangedBlockHasARecordThatNamesItsErasure() {
    erase().statusCode(200);
    erased.run();

    String block = proof(aboutAnn).at("/block/id").asText();
    String asked =
        tenant
            .get("audit/events?type=iam.subject.erased&target=user:" + ann)
            .extract()
            .path("data[0].id");
    tenant
        .get("audit/events?type=iam.decisions.erased&target=decision_block:" + block)
        .body("data", hasSize(1))
        .body("data[0].actor.id", equalTo("decision-erasure"))
        .body("data[0].risk_level", equalTo("high"))
        .body("data[0].after.erasure", equalTo(asked))
        .body("data[0].after.subject", equalTo("user:" + ann))
        .body("data[0].after.records", greaterThan(0));
    tenant
        .get("audit/events?type=iam.decisions.erased")
        .body("data.after.erasure", everyItem(equalTo(asked)));
  }

  @Test
  void noBlockHasThePersonAfterwards() throws SQLException {
    erase().statusCode(200);
    decide(ann, "{}");
    log.await();
    seals.seal();
    erased.run();

    assertThat(lines())
        .noneMatch(line -> line.contains("4711") || line.contains("quimby"))
        .noneMatch(line -> line.contains("\"subject\":\"user:" + ann))
        .anyMatch(line -> line.contains("user:bert"));
  }

  @Test
  void countsAndSimulationsKnowThatThereWereMore() {
    int total = tenant.get("metrics/decisions?app=warehouse").extract().path("data.total");
    erase().statusCode(200);
    erased.run();

    tenant.get("metrics/decisions?app=warehouse").body("data.total", equalTo(total));
    JsonNode replayed =
        AnswerJson.at(
            tenant
                .post(
                    "policy/simulate",
                    "{'replay': true, 'decisions': {'application': 'warehouse'}}")
                .statusCode(200),
            "/data/decisions");
    assertThat(replayed.at("/not_evaluated/subject_erased").asInt()).isPositive();
    assertThat(replayed.path("evaluated").asInt()).isPositive();
    assertThat(replayed.path("not_evaluated").has("unreadable")).isFalse();
  }

  @Test
  void anotherTenantSeesNothingOfIt() {
    AdminTenant stranger = new AdminTenant(platform);
    erase().statusCode(200);
    erased.run();

    stranger.get("decisions/" + aboutAnn).statusCode(404);
    stranger.get("decisions/" + aboutAnn + "/proof").statusCode(404);
    stranger.post("audit/erase-subject", "{'subject': 'user:%s'}".formatted(ann)).statusCode(422);
    stranger.get("audit/events?type=iam.decisions.erased").body("data", empty());
  }

  @Test
  void aSubjectThatIsNoUserHasNoErasureInTheLog() {
    erase().statusCode(200).body("data", hasKey("decisions"));
    Commands.Ended command =
        commands.run(
            "iam:audit:erase-subject",
            "--organization",
            tenant.organization().key(),
            "--subject",
            platform.subject(tenant.administrator()).toString(),
            "--json");
    assertThat(command.exitCode()).isZero();
    assertThat(command.out()).doesNotContain("\"decisions\"");
  }

  @Test
  void aRefusedErasureBeginsNothing() {
    tenant.post("groups", "{'key': 'quimby-7-team', 'name': 'Staff'}").statusCode(201);
    erase().statusCode(409).body("detail", containsString("audit record"));
    erased.run();

    tenant.get("decisions/" + aboutAnn).body("data.subject", equalTo("user:" + ann));
    assertThat(erased.open(tenant.organization().id())).isEmpty();
  }

  private ValidatableResponse erase() {
    return tenant.post("audit/erase-subject", "{'subject': 'user:%s'}".formatted(ann));
  }

  private String decide(String user, String context) {
    return AnswerJson.text(
        tenant.post(
            "decisions/check",
            "{'subject': 'user:%s', 'permission': 'warehouse:stock.read', 'context': %s}"
                .formatted(user, context)),
        "/data/decision_id");
  }

  private JsonNode proof(String id) {
    return AnswerJson.at(tenant.get("decisions/" + id + "/proof").statusCode(200), "/data");
  }

  private List<String> lines() throws SQLException {
    List<String> lines = new ArrayList<>();
    Rows.texts(
            "SELECT encode(body, 'hex') FROM iam_decisions WHERE organization_id = '%s'"
                .formatted(tenant.organization().id()))
        .forEach(body -> lines.addAll(CraftedRecords.texts(HexFormat.of().parseHex(body))));
    return lines;
  }
}
