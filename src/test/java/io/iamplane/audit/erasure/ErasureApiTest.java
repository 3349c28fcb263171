package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.cli.Commands;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person is erased, and everything that can be proved still is. */
@QuarkusTest
class ErasureApiTest {

  private static final String[] ABOUT_ANN = {
    "Annabel Quimby", "quimby@example.com", "quimby-7", "Annabel Quimby-Li", "0170-5550101"
  };

  @Inject TestPlatform platform;
  @Inject CheckpointKeys keys;
  @Inject Commands commands;
  @Inject ErasureService erasures;

  private AdminTenant tenant;
  private String ann;

  @BeforeEach
  void aTenantThatKnowsAnn() {
    tenant = new AdminTenant(platform);
    ann =
        tenant.made(
            "users",
            "{'name': 'Annabel Quimby', 'email': 'quimby@example.com', 'external_id': 'quimby-7',"
                + " 'attributes': {'phone': '0170-5550101'}}");
    tenant.made("users", "{'name': 'Bert Bold', 'external_id': 'bert'}");
    tenant.patch("users/" + ann, "{'name': 'Annabel Quimby-Li'}").statusCode(200);
    tenant
        .post("grants", grantOf("iam:user-manager", "user:quimby-7"))
        .statusCode(201)
        .body("data.subject", equalTo("user:" + ann));
  }

  @Test
  void nothingThatNamesThePersonIsLeftInAnyTable() throws SQLException {
    String id = tenant.organization().id().toString();
    assertThat(Rows.everythingOf(id)).contains(ABOUT_ANN);
    erase("user:quimby-7")
        .statusCode(200)
        .body("data.subject", equalTo("user:" + ann))
        .body("data.values", equalTo(12))
        .body("data.messages", equalTo(2))
        .body("data.changes", equalTo(2));
    assertThat(Rows.everythingOf(id)).doesNotContain(ABOUT_ANN).contains("Bert Bold");
    tenant
        .get("users/" + ann)
        .statusCode(200)
        .body("data.name", emptyString())
        .body("data.email", nullValue())
        .body("data.external_id", nullValue())
        .body("data.attributes", equalTo(java.util.Map.of()))
        .body("data.status", equalTo("suspended"));
    tenant.get("users?q=quimby").body("data", empty());
  }

  @Test
  void recordsShowDigestsAndSoDoesTheListOfEvents() {
    erase("user:" + ann).statusCode(200);
    tenant
        .get("audit/events?type=iam.user.&target=user:" + ann)
        .body("data", hasSize(2))
        .body("data.after.name.sha256", everyItem(matchesPattern("[0-9a-f]{64}")))
        .body("data.after.email.sha256", everyItem(matchesPattern("[0-9a-f]{64}")));
    tenant
        .get("audit/events?type=iam.subject.erased")
        .body("data.target.id", contains(ann))
        .body("data.risk_level", contains("high"))
        .body("data[0].before.name", emptyString())
        .body("data[0].after.status", equalTo("suspended"));
  }

  @Test
  void theSaltsAreGoneSoThatAGuessCannotBeChecked() throws SQLException {
    List<String> digests =
        tenant
            .get("audit/events?type=iam.user.created&target=user:" + ann)
            .extract()
            .path("data.after.email");
    assertThat(digests).containsExactly("quimby@example.com");
    erase("user:" + ann).statusCode(200);
    assertThat(Rows.texts("SELECT seq FROM iam_audit_personal WHERE subject = 'user:" + ann + "'"))
        .isEmpty();
    List<String> left =
        tenant
            .get("audit/events?type=iam.user.&target=user:" + ann)
            .extract()
            .path("data.after.email.sha256");
    String unsalted =
        HexFormat.of()
            .formatHex(Hashes.sha256("\"quimby@example.com\"".getBytes(StandardCharsets.UTF_8)));
    // The same address twice, with two salts.
    assertThat(left).hasSize(2).doesNotHaveDuplicates().doesNotContain(unsalted);
  }

  @Test
  void chainAndProofsOfBeforeStillVerify() {
    tenant.post("audit/checkpoints").statusCode(201);
    String event = tenant.get("audit/events?type=iam.user.updated").extract().path("data[0].id");
    byte[] before = proof(event);
    erase("user:" + ann).statusCode(200);
    String hash = tenant.get("audit/events/" + event).extract().path("data.hash");
    TlogProof proof = TlogProof.parse(before);
    String origin = proof.checkpoint().text().lines().findFirst().orElseThrow();
    MerkleHash leaf = MerkleHash.leaf(HexFormat.of().parseHex(hash));
    assertThat(proof.verify(leaf, origin, keys.verifiers()).size()).isPositive();
    assertThat(proof(event)).isEqualTo(before);
    tenant
        .request()
        .contentType("application/json")
        .body("{\"full\": true}")
        .post(AdminTenant.PATH + "audit/verify-chain")
        .then()
        .body("data.valid", equalTo(true))
        .body("data.full", equalTo(true));
  }

  @Test
  void theErasedMayDoNothingAndTheNameIsFreeForSomebodyElse() {
    assertThat(tenant.allows("user:quimby-7", "iam:users.read")).isTrue();
    erase("user:quimby-7").statusCode(200);
    assertThat(tenant.allows("user:quimby-7", "iam:users.read")).isFalse();
    assertThat(tenant.allows("user:" + ann, "iam:users.read")).isFalse();
    tenant.made("users", "{'name': 'Carl', 'external_id': 'quimby-7'}");
    assertThat(tenant.allows("user:quimby-7", "iam:users.read")).isFalse();
    tenant.post("grants", grantOf("iam:user-manager", "user:quimby-7")).statusCode(201);
    assertThat(tenant.allows("user:quimby-7", "iam:users.read")).isTrue();
    assertThat(tenant.allows("user:" + ann, "iam:users.read")).isFalse();
  }

  @Test
  void doneAgainItDoesNothingAndLeavesNoRecord() {
    erase("user:" + ann).statusCode(200);
    int records = tenant.get("audit/events?limit=1").extract().path("data[0].seq");
    erase("user:" + ann).statusCode(200).body("data.values", equalTo(0));
    tenant.get("audit/events?limit=1").body("data[0].seq", equalTo(records));
    tenant.patch("users/" + ann, "{'name': 'Annabel Quimby'}").statusCode(200);
    erase("user:" + ann).statusCode(200).body("data.values", equalTo(4));
    tenant.get("users/" + ann).body("data.name", emptyString());
  }

  @Test
  void whatAnActorLeftBehindIsErasedAsWell() throws SQLException {
    IssuedClient client = platform.administrator(tenant.organization());
    String subject = platform.subject(client).toString();
    tenant.as(platform.token(client)).made("users", "{'name': 'Dora'}");
    erase(subject).statusCode(422).body("errors", hasKey("subject"));
    assertThat(command(tenant, subject).exitCode()).isZero();
    tenant
        .get("audit/events?actor=" + subject)
        .body("data", not(empty()))
        .body("data.ip.sha256", everyItem(matchesPattern("[0-9a-f]{64}")));
    assertThat(Rows.texts("SELECT 1 FROM iam_audit_personal WHERE subject = '" + subject + "'"))
        .isEmpty();
    tenant.get("audit/events?type=iam.subject.erased").body("data[0].after", hasKey("values"));
  }

  @Test
  void whatSomebodyOfThePlatformLeftInTenantsIsErasedThereAndRecordedThere() throws SQLException {
    String subject = operatorWhoLeftValues();
    int values = Rows.texts(left(subject)).size();
    int inTenant = Rows.texts(left(subject) + " AND " + ofTenant()).size();
    assertThat(inTenant).isPositive().isLessThan(values);
    assertThat(erasedOfPlatform(subject)).contains("\"values\":" + values + ",");
    assertThat(Rows.texts(left(subject))).isEmpty();
    tenant
        .get("audit/events?type=iam.subject.erased")
        .body("data.target.id", contains(subject.substring(subject.indexOf(':') + 1)))
        .body("data.after.values", contains(inTenant));
  }

  @Test
  void somebodyOfThePlatformMayBeKnownInATenantAlone() throws SQLException {
    String subject = operatorWhoLeftValues();
    Rows.update(
        "DELETE FROM iam_audit_personal WHERE subject = '%s' AND NOT %s"
            .formatted(subject, ofTenant()));
    int inTenant = Rows.texts(left(subject)).size();
    assertThat(erasedOfPlatform(subject)).contains("\"values\":" + inTenant + ",");
    assertThat(Rows.texts(left(subject))).isEmpty();
  }

  /** Returns an operator whose address is in a record of the tenant and in one of the platform. */
  private String operatorWhoLeftValues() {
    IssuedClient operator = platform.administrator(platform.platform());
    platform
        .as(platform.token(operator))
        .contentType("application/json")
        .body("{\"name\": \"Another name\"}")
        .patch(AdminTenant.PATH + "organizations/" + tenant.organization().key())
        .then()
        .statusCode(200);
    return platform.subject(operator).toString();
  }

  private static String left(String subject) {
    return "SELECT 1 FROM iam_audit_personal WHERE subject = '" + subject + "'";
  }

  private String ofTenant() {
    return "organization_id = '" + tenant.organization().id() + "'";
  }

  private String erasedOfPlatform(String subject) {
    Commands.Ended ended =
        commands.run(
            "iam:audit:erase-subject",
            "--organization",
            platform.platform().key(),
            "--subject",
            subject,
            "--json");
    assertThat(ended.exitCode()).isZero();
    return ended.out();
  }

  @Test
  void nobodyErasesThemselvesOrTheLastAdministrator() {
    assertThatThrownBy(() ->
            erasures.erase(
                new Caller(
                    tenant.organization().id(),
                    false,
                    new SubjectRef("user", ann),
                    null,
                    Aal.AAL1,
                    new Caller.Origin("self", null, null)),
                tenant.organization().id(),
                new SubjectRef("user", ann),
                false))
        .hasMessageContaining("conflict");
    AdminTenant other = new AdminTenant(platform);
    String admin = other.made("users", "{'name': 'Ed', 'external_id': 'ed'}");
    other.post("grants", grantOf("iam:iam-admin", "user:ed")).statusCode(201);
    platform.suspend(other.organization(), other.administrator());
    Commands.Ended ended = command(other, "user:" + admin);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("administrator");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"user:nobody", "group:quimby-7", "cli:nobody", "user", "user:", ":x", " "})
  void whoIsUnknownOrWronglyWrittenIsNamedAsSuch(String subject) {
    erase(subject).statusCode(422).body("errors", hasKey("subject"));
    Commands.Ended ended = command(tenant, subject);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("subject");
  }

  @Test
  void whoMayNotSuspendMayNotErase() {
    tenant
        .post("roles", "{'key': 'archivist', 'label': 'A', 'permissions': ['iam:audit.manage']}")
        .statusCode(201);
    IssuedClient archivist = platform.clientWithoutRights(tenant.organization());
    tenant
        .post("grants", grantOf("archivist", platform.subject(archivist).toString()))
        .statusCode(201);
    tenant
        .as(platform.token(archivist))
        .post("audit/erase-subject", "{'subject': 'user:%s'}".formatted(ann))
        .statusCode(403);
    tenant.get("users/" + ann).body("data.status", equalTo("active"));
  }

  @Test
  void anotherTenantsUserIsUnknownAndStaysAsItWas() {
    AdminTenant other = new AdminTenant(platform);
    other
        .post("audit/erase-subject", "{'subject': 'user:%s'}".formatted(ann))
        .statusCode(422)
        .body("errors", hasKey("subject"));
    tenant.get("users/" + ann).body("data.name", equalTo("Annabel Quimby-Li"));
  }

  @Test
  void theCommandSaysWhatItRemoved() {
    Commands.Ended ended =
        commands.run(
            "iam:audit:erase-subject",
            "--organization",
            tenant.organization().key(),
            "--subject",
            "user:quimby-7",
            "--json");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("\"values\":12", "\"messages\":2", "\"changes\":2");
    assertThat(
            commands
                .run("iam:audit:erase-subject", "--organization", "none", "--subject", "user:x")
                .exitCode())
        .isEqualTo(2);
  }

  private Commands.Ended command(AdminTenant of, String subject) {
    return commands.run(
        "iam:audit:erase-subject", "--organization", of.organization().key(), "--subject", subject);
  }

  private byte[] proof(String event) {
    return tenant
        .get("audit/events/" + event + "/proof")
        .statusCode(200)
        .extract()
        .asString()
        .getBytes(StandardCharsets.UTF_8);
  }

  private ValidatableResponse erase(String subject) {
    return tenant.post("audit/erase-subject", "{'subject': '%s'}".formatted(subject));
  }

  private static String grantOf(String role, String subject) {
    return "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s'}"
        .formatted(subject, role);
  }
}
