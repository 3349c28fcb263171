package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.ProofVerifier;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The audit log over HTTP. */
@QuarkusTest
class AuditApiTest {

  @Inject TestPlatform platform;
  @Inject CheckpointKeys keys;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithSomeHistory() {
    tenant = new AdminTenant(platform);
    tenant.made(
        "users",
        "{'name': 'Ann Lee', 'email': 'ann@example.com', 'external_id': 'ann',"
            + " 'attributes': {'level': 3}}");
    tenant.patch("users/ann", "{'name': 'Ann Li'}").statusCode(200);
    tenant.post("users/ann/suspend").statusCode(200);
  }

  @Test
  void recordsAreListedTheLatestFirstWithWhatIsPersonal() {
    tenant
        .get("audit/events?type=iam.user.")
        .statusCode(200)
        .body(
            "data.event_type",
            contains("iam.user.suspended", "iam.user.updated", "iam.user.created"))
        .body("data[2].after.name", equalTo("Ann Lee"))
        .body("data[2].after.email", equalTo("ann@example.com"))
        .body("data[2].after.attributes.level", equalTo(3))
        .body("data[1].before.name", equalTo("Ann Lee"))
        .body("data[1].after.name", equalTo("Ann Li"))
        .body("data.ip", everyItem(notNullValue()))
        .body("data.hash", everyItem(notNullValue()))
        .body("data.actor.type", everyItem(equalTo("service_account")))
        .body("next_cursor", nullValue());
  }

  @Test
  void theChainHoldsNothingThatIsPersonal() throws SQLException {
    String canonical =
        String.join(
            "\n",
            Rows.texts(
                "SELECT canonical FROM iam_audit_records WHERE canonical LIKE '%iam.user.%'"));
    assertThat(canonical).contains("\"name\":{\"sha256\":\"").contains("\"ip\":{\"sha256\":\"");
    assertThat(canonical).doesNotContain("Ann Lee", "ann@example.com", "127.0.0.1");
  }

  @Test
  void pagesFollowOneAnother() {
    List<Integer> seqs = new ArrayList<>();
    String cursor = "";
    do {
      var page = tenant.get("audit/events?limit=2" + cursor).statusCode(200).extract();
      seqs.addAll(page.path("data.seq"));
      String next = page.path("next_cursor");
      cursor = next == null ? null : "&cursor=" + next;
    } while (cursor != null);
    assertThat(seqs).isSortedAccordingTo((a, b) -> b - a).doesNotHaveDuplicates();
    assertThat(seqs.getLast()).isEqualTo(1);
    assertThat(seqs).hasSize(seqs.getFirst());
  }

  @Test
  void filtersNarrow() {
    String user =
        tenant.get("audit/events?type=iam.user.created").extract().path("data[0].target.id");
    tenant.get("audit/events?target=user:" + user).body("data", hasSize(3));
    tenant.get("audit/events?target=user:nobody").body("data", empty());
    tenant
        .get("audit/events?actor=cli:tester")
        .body("data.actor.type", everyItem(equalTo("cli")))
        .body("data", not(empty()));
    String at =
        tenant.get("audit/events?type=iam.user.updated").extract().path("data[0].occurred_at");
    tenant
        .get("audit/events?type=iam.user.&from=" + at)
        .body("data.event_type", contains("iam.user.suspended", "iam.user.updated"));
    tenant
        .get("audit/events?type=iam.user.&to=" + at)
        .body("data.event_type", contains("iam.user.created"));
  }

  @Test
  void filtersKnowExternalIds() {
    String dora = tenant.made("users", "{'external_id': 'dora', 'name': 'Dora'}");
    String acts = "audit/events?type=iam.user.created&target=user:";
    tenant.get(acts + "dora").body("data.target.id", contains(dora));
    tenant.get(acts + dora).body("data.target.id", contains(dora));
    tenant.get("audit/events?actor=user:dora").statusCode(200).body("data", empty());
  }

  @ParameterizedTest
  @CsvSource({
    "type, type=iam.nothing",
    "type, type=x",
    "actor, actor=ann",
    "target, target=user",
    "from, from=yesterday",
    "from, from=-0001-01-01T00:00:00Z",
    "to, to=2026-13-01T00:00:00Z",
    "to, from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
    "to, from=2026-02-01T00:00:00Z&to=2026-02-01T00:00:00Z",
    "cursor, cursor=damaged",
    "limit, limit=0",
    "stream, stream=true"
  })
  void badInputNamesTheParameter(String place, String query) {
    tenant.get("audit/events?" + query).statusCode(422).body("errors", hasKey(place));
  }

  @Test
  void anotherTenantSeesItsOwnChainAlone() {
    String event = tenant.get("audit/events").extract().path("data[0].id");
    tenant.get("audit/events/" + event).statusCode(200).body("data.id", equalTo(event));
    AdminTenant other = new AdminTenant(platform);
    other.get("audit/events/" + event).statusCode(404);
    other.get("audit/events/" + event + "/proof").statusCode(404);
    other.get("audit/events?type=iam.user.").body("data", empty());
    other.get("audit/checkpoints").body("data", empty());
  }

  @Test
  void aRecordIsProvedByTheLastCheckpoint() {
    String event = tenant.get("audit/events").extract().path("data[0].id");
    String hash = tenant.get("audit/events/" + event).extract().path("data.hash");
    tenant.get("audit/events/" + event + "/proof").statusCode(409);
    tenant.post("audit/checkpoints").statusCode(201).body("data.note", startsWith("localhost"));
    byte[] file =
        tenant
            .get("audit/events/" + event + "/proof")
            .statusCode(200)
            .contentType("text/plain")
            .extract()
            .asString()
            .getBytes(StandardCharsets.UTF_8);
    TlogProof proof = TlogProof.parse(file);
    String origin = proof.checkpoint().text().lines().findFirst().orElseThrow();
    MerkleHash leaf = MerkleHash.leaf(HexFormat.of().parseHex(hash));
    assertThat(proof.verify(leaf, origin, keys.verifiers()).size()).isEqualTo(proof.index() + 1);
  }

  @Test
  void twoCheckpointsAreConsistent() {
    int first = tenant.post("audit/checkpoints").statusCode(201).extract().path("data.size");
    tenant.post("users/ann/reactivate").statusCode(200);
    tenant.post("users/ann/suspend").statusCode(200);
    int second = tenant.post("audit/checkpoints").statusCode(201).extract().path("data.size");
    tenant.get("audit/checkpoints").body("data.size", contains(first, second));
    tenant
        .get("audit/checkpoints?limit=1")
        .body("data.size", contains(first))
        .body("next_cursor", notNullValue());
    var answer =
        tenant
            .get("audit/checkpoints/%d/consistency?from=%d".formatted(second, first))
            .statusCode(200)
            .extract();
    List<String> proof = answer.path("data.proof");
    assertThat(
            ProofVerifier.consistency(
                first,
                second,
                checkpoint(answer.path("data.from")).root(),
                checkpoint(answer.path("data.to")).root(),
                proof.stream()
                    .map(hash -> MerkleHash.of(Base64.getDecoder().decode(hash)))
                    .toList()))
        .isTrue();
    tenant.get("audit/checkpoints/999/consistency?from=1").statusCode(404);
    tenant.get("audit/checkpoints/x/consistency?from=1").statusCode(404);
    String path = "audit/checkpoints/" + first + "/consistency";
    tenant.get(path).statusCode(422).body("errors", hasKey("from"));
    tenant.get(path + "?from=" + second).statusCode(422).body("errors", hasKey("from"));
    tenant.get(path + "?from=x").statusCode(422).body("errors", hasKey("from"));
  }

  /** A size does not identify its tenant, so the answer must not either. */
  @Test
  void aCheckpointThatOnlyAnotherTenantHasIsLikeNobodys() {
    AdminTenant other = new AdminTenant(platform);
    int theirs = other.post("audit/checkpoints").statusCode(201).extract().path("data.size");
    int ours = tenant.post("audit/checkpoints").statusCode(201).extract().path("data.size");
    assertThat(ours).isGreaterThan(theirs + 1);
    other.get("audit/checkpoints/%d/consistency?from=%d".formatted(theirs, theirs)).statusCode(200);
    for (String from : List.of("1", Integer.toString(theirs), "999999")) {
      Response ofTheirs = consistency(theirs, from);
      assertThat(ofTheirs.statusCode()).isEqualTo(404);
      for (int nobodys : new int[] {theirs + 1, 999_999}) {
        Response ofNobody = consistency(nobodys, from);
        assertThat(ofTheirs.asString()).isEqualTo(ofNobody.asString());
        assertThat(headers(ofTheirs)).isEqualTo(headers(ofNobody));
      }
    }
    Response fromTheirs = consistency(ours, Integer.toString(theirs));
    Response fromNobodys = consistency(ours, Integer.toString(theirs + 1));
    assertThat(fromTheirs.statusCode()).isEqualTo(422);
    assertThat(fromTheirs.asString()).isEqualTo(fromNobodys.asString());
    assertThat(headers(fromTheirs)).isEqualTo(headers(fromNobodys));
  }

  private Response consistency(int size, String from) {
    return tenant
        .request()
        .header("Correlation-Id", "same")
        .get(AdminTenant.PATH + "audit/checkpoints/%d/consistency?from=%s".formatted(size, from));
  }

  private static List<String> headers(Response answer) {
    return answer.headers().asList().stream()
        .filter(header -> !header.getName().equals("RateLimit"))
        .map(Object::toString)
        .toList();
  }

  @Test
  void theChainIsVerifiedOverHttp() throws SQLException {
    tenant
        .post("audit/verify-chain")
        .statusCode(200)
        .body("data.valid", equalTo(true))
        .body("data.full", equalTo(true));
    tenant.post("audit/checkpoints").statusCode(201);
    tenant.post("audit/verify-chain").body("data.full", equalTo(false));
    tenant
        .request()
        .header("Idempotency-Key", "verify-1")
        .contentType("application/json")
        .body("{\"full\": true}")
        .post(AdminTenant.PATH + "audit/verify-chain")
        .then()
        .statusCode(200)
        .body("data.full", equalTo(true));
    tenant
        .request()
        .header("Idempotency-Key", "checkpoint-1")
        .post(AdminTenant.PATH + "audit/checkpoints")
        .then()
        .statusCode(201);
  }

  private Checkpoint checkpoint(String note) {
    SignedNote signed = SignedNote.parse(note.getBytes(StandardCharsets.UTF_8));
    signed.verify(keys.verifiers());
    return Checkpoint.parse(signed.text());
  }
}
