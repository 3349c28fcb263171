package io.iamplane.migrate.topaz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.migrate.Imported;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates, in each form that Topaz's tools write data. */
class TopazTemplateTest {

  private static final String MANIFEST =
      """
      model:
        version: 3
      types:
        identity: {}
        user:
          relations:
            identifier: identity
        group:
          relations:
            member: user | group#member
        doc:
          relations:
            reader: user | group#member
          permissions:
            can_read: reader | reader->identifier
      """;

  private static final String TEMPLATE =
      """
      {"name": "docs", "assets": {
        "manifest": "docs/manifest.yaml",
        "idp_data": ["docs/people.json"],
        "domain_data": ["docs/data.json"],
        "assertions": ["docs/checks.json"]}}
      """;

  private static final String CHECKS =
      """
      {"assertions": [
        {"check": {"object_type": "doc", "object_id": "plan", "relation": "can_read", "subject_type": "user", "subject_id": "ann"}, "expected": true},
        {"check": {"objectType": "doc", "objectId": "plan", "permission": "can_read", "subjectType": "identity", "subjectId": "ann@example.com"}, "expected": true},
        {"evaluation": {"subject": {"type": "identity", "id": "bob@example.com"}, "action": {"name": "can_read"}, "resource": {"type": "doc", "id": "plan"}}, "expected": false},
        {"check_decision": {"policy_context": {"path": "rebac.check"}}, "expected": true}
      ]}
      """;

  /** The identity of a member of a group that reads is found by the arrow. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"relations": [
          {"object_type": "user", "object_id": "ann", "relation": "identifier", "subject_type": "identity", "subject_id": "ann@example.com"},
          {"object_type": "group", "object_id": "eng", "relation": "member", "subject_type": "user", "subject_id": "ann"},
          {"object_type": "doc", "object_id": "plan", "relation": "reader", "subject_type": "group", "subject_id": "eng", "subject_relation": "member"}]}
        """,
        """
        {"relations": [
          {"objectType": "user", "objectId": "ann", "relation": "identifier", "subjectType": "identity", "subjectId": "ann@example.com"},
          {"objectType": "group", "objectId": "eng", "relation": "member", "subjectType": "user", "subjectId": "ann", "subjectRelation": ""},
          {"objectType": "doc", "objectId": "plan", "relation": "reader", "subjectType": "group", "subjectId": "eng", "subjectRelation": "member"}]}
        """,
        """
        {"relations": [
          {"object": {"type": "user", "id": "ann"}, "relation": "identifier", "subject": {"type": "identity", "id": "ann@example.com"}},
          {"object": {"type": "group", "key": "eng"}, "relation": {"name": "member", "object_type": "group"}, "subject": {"type": "user", "key": "ann"}},
          {"object": {"type": "doc", "id": "plan"}, "relation": "reader", "subject": {"type": "group", "id": "eng", "relation": "member"}}]}
        """,
        """
        [{"objects": [{"type": "user", "id": "ann", "displayName": "Ann"}]},
         {"relations": [
          {"object_type": "user", "object_id": "ann", "relation": "identifier", "subject_type": "identity", "subject_id": "ann@example.com"},
          {"object_type": "group", "object_id": "eng", "relation": "member", "subject_type": "user", "subject_id": "ann"}]},
         {"objects": [], "relations": [
          {"object_type": "doc", "object_id": "plan", "relation": "reader", "subject_type": "group", "subject_id": "eng", "subject_relation": "member"}]}]
        """,
        """
        [{"type": "user", "id": "ann", "display_name": "Ann"},
         {"object_type": "user", "object_id": "ann", "relation": "identifier", "subject_type": "identity", "subject_id": "ann@example.com"},
         {"object_type": "group", "object_id": "eng", "relation": "member", "subject_type": "user", "subject_id": "ann"},
         {"object_type": "doc", "object_id": "plan", "relation": "reader", "subject_type": "group", "subject_id": "eng", "subject_relation": "member"}]
        """
      })
  void everyFormIsRead(String data) throws PeerFaultsException {
    List<AssertionOutcome> outcomes = template(data).runAll("docs.json");

    assertThat(outcomes).hasSize(4);
    assertThat(outcomes.subList(0, 3)).allMatch(each -> each.result() == Result.PASSED);
    assertThat(outcomes.getLast().result()).isEqualTo(Result.NOT_ASKED);
    assertThat(outcomes.getLast().reason()).isEqualTo("Rego policies are not supported");
  }

  @Test
  void faultsHaveAPlace() {
    PeerFaultsException error =
        catchThrowableOfType(
            PeerFaultsException.class,
            () ->
                template(
                        """
                        {"relations": [
                          {"object": {"type": "user"}, "relation": "reader", "subject": 5},
                          {"relation": {"title": "x"}}],
                         "others": [1]}
                        """)
                    .runAll("docs.json"));

    assertThat(error.faults().stream().map(Object::toString))
        .contains(
            "docs/data.json:2:14: 'id' is required",
            "docs/data.json:2:65: 'subject' must be an object",
            "docs/data.json:3:3: 'object_type' is required",
            "docs/data.json:3:16: 'name' is required",
            "docs/data.json:4:13: unknown list; only 'objects' and 'relations' can be read");
  }

  private static Imported template(String data) {
    return Imported.of(PeerKind.TOPAZ)
        .file("docs.json", TEMPLATE)
        .file("docs/manifest.yaml", MANIFEST)
        .file("docs/people.json", "{\"objects\": [{\"type\": \"user\", \"id\": \"bob\"}]}")
        .file("docs/data.json", data)
        .file("docs/checks.json", CHECKS);
  }
}
