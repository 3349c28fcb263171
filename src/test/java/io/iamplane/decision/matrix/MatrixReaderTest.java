package io.iamplane.decision.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Defaults and errors of the matrix's files. */
class MatrixReaderTest {

  private static final String CASE =
      """
      cases:
        - name: one
          check: {subject: "user:ann", permission: "a:b"}
          expect: {allowed: true, reason_code: granted_by_grant, matched: g}
      """;

  private static final String GRANTS =
      """
      grants: [{id: g, subject: "user:ann", privilege_key: "a:r"}]
      """;

  private static MatrixFile parse(String yaml) throws IOException {
    return MatrixReader.parse(yaml);
  }

  @Test
  void whatIsLeftOutHasItsDefault() throws IOException {
    MatrixFile file =
        parse("name: x\nusers: [{external_id: ann}]\ngroups: [{key: staff}]\n" + GRANTS + CASE);
    MatrixUser ann = file.users().getFirst();
    assertThat(ann.email()).isEqualTo("ann@example.com");
    assertThat(ann.name()).isEqualTo("ann");
    assertThat(ann.active()).isTrue();
    assertThat(file.groups().getFirst().externalId()).isEqualTo("staff");
    MatrixGrant grant = file.grants().getFirst();
    assertThat(grant.privilegeType()).isEqualTo("role");
    assertThat(grant.effect()).isEqualTo("permit");
    assertThat(file.relations()).isEmpty();
    MatrixCheck check = file.cases().getFirst().asked();
    assertThat(check.subject()).isEqualTo(new MatrixParty("user", "ann", Map.of()));
    assertThat(check.context()).isEmpty();
  }

  @Test
  void subjectMayLeaveOutItsTypeAndContextMayBeAnEmptyList() throws IOException {
    String yaml =
        CASE.replace("\"user:ann\"", "{id: ann}").replace("\"a:b\"", "\"a:b\", context: []");
    MatrixCheck check = parse("name: x\n" + GRANTS + yaml).cases().getFirst().asked();
    assertThat(check.subject().type()).isEqualTo("user");
    assertThat(check.context()).isEmpty();
  }

  @Test
  void placeholdersBecomeIdsAndTheRestStays() throws IOException {
    MatrixFile file =
        parse(
            """
            name: x
            users: [{external_id: ann, attributes: {note: "${user:ann}"}}]
            grants:
              - {id: g, subject: "user:${user:ann}", privilege_key: "a:r", valid_until: "2001-01-01T00:00:00Z"}
            relations: [{subject: "user:${user:ann}", relation: viewer, object: "doc:1"}]
            cases:
              - name: one
                check: {subject: "user:ann", permission: "a:b", context: {ids: ["${user:ann}", 7]}}
                expect: {allowed: false, reason_code: no_matching_grant}
            """);
    MatrixFile loaded = file.withIds(Map.of("user:ann", "id$1"));
    assertThat(loaded.grants().getFirst().subject()).isEqualTo("user:id$1");
    assertThat(loaded.grants().getFirst().validUntil())
        .isEqualTo(Instant.parse("2001-01-01T00:00:00Z"));
    assertThat(loaded.relations().getFirst().subject()).isEqualTo("user:id$1");
    assertThat(loaded.cases().getFirst().asked().context().get("ids")).hasToString("[id$1, 7]");
    assertThat(loaded.users()).isEqualTo(file.users());
    assertThatThrownBy(() -> file.withIds(Map.of())).hasMessageContaining("${user:ann}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "users: [{external_id: 7}]|external_id",
        "users: [{name: ann}]|external_id",
        "users: [{external_id: ann, mail: x}]|mail",
        "users: [{external_id: ann, status: gone}]|status is 'gone'",
        "users: [{external_id: ann, name: a, name: b}]|Duplicate",
        "name: y|Duplicate",
        "max_steps: 3|engine_only",
        "manifests: [{schema: other, app: {key: a, name: A}}]|schema is 'other'",
        "manifests: [{schema: iam.manifest.v2, app: {key: a}}]|name",
        "manifests: [{schema: iam.manifest.v2, app: {key: a, name: A}, perms: []}]|perms",
        "objects: [{type: doc}]|id",
        "relations: [{subject: `user:a`, relation: r}]|object",
      })
  void faultsAreReported(String line, String reported) {
    String yaml = "name: x\n" + line.replace('`', '"') + "\n" + GRANTS + CASE;
    assertThatThrownBy(() -> parse(yaml)).hasMessageContaining(reported);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matched: g|matched: h|there is no grant h",
        "granted_by_grant|granted|reason_code granted is unknown",
        "allowed: true|allowed: false|allowed: false with granted_by_grant",
        "matched: g|requires_step_up: true|requires_step_up",
        "subject:|who:|check.who is unknown",
        "permission:|relation: r, permission:|either permission or relation",
        "permission:|resource: {type: doc, id: 1}, permission:|resource.id is not a text",
        "permission:|resource: {id: d}, permission:|resource.type is missing",
        "permission:|resource: d1, permission:|resource is not type:id",
        "permission:|application: 7, permission:|application is not a text",
        "permission:|current_aal: high, permission:|current_aal high",
        "name: one|named: one|a case has a name",
      })
  void faultsOfACaseAreReported(String from, String to, String reported) {
    String yaml = "name: x\n" + GRANTS + CASE.replace(from, to);
    assertThatThrownBy(() -> parse(yaml)).hasMessageContaining(reported);
  }

  @Test
  void denialsOfWhatIsUnknownMatchNothing() {
    String yaml =
        CASE.replace("true, reason_code: granted_by_grant", "false, reason_code: subject_unknown");
    assertThatThrownBy(() -> parse("name: x\n" + GRANTS + yaml))
        .hasMessageContaining("subject_unknown matches nothing");
  }

  @Test
  void namesAndLabelsAreUnique() {
    String twice = CASE + CASE.lines().skip(1).reduce("", (a, b) -> a + b + "\n");
    assertThatThrownBy(() -> parse("name: x\n" + GRANTS + twice))
        .hasMessageContaining("two of case 'one'");
    String grants = GRANTS.replace("]", ", {id: g, subject: \"user:b\", privilege_key: \"a:r\"}]");
    assertThatThrownBy(() -> parse("name: x\n" + grants + CASE))
        .hasMessageContaining("two of grant 'g'");
  }

  @Test
  void onlyAGrantThatNeedsActivationIsActivated() {
    String grants = GRANTS.replace("}", ", activated: true}");
    assertThatThrownBy(() -> parse("name: x\n" + grants + CASE))
        .hasMessageContaining("g is activated");
  }

  @Test
  void faultNamesItsFileAndAFileItsName(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("other.yaml");
    Files.writeString(file, "name: x\n" + GRANTS + CASE);
    assertThatThrownBy(() -> MatrixReader.read(file)).hasMessage("other.yaml: its name is x");
  }

  @Test
  void filesForTheWireAreThoseThatNeedNoEngine() {
    assertThat(MatrixReader.wire()).isNotEmpty().noneMatch(MatrixFile::engineOnly);
  }
}
