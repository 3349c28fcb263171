package io.iamplane.migrate.openfga;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.Imported;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.iamplane.migrate.target.ManifestFileText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store as its authors write it: model, tuples and tests in one file. */
class FgaStoreTest {

  private static final String STORE =
      """
      name: documents
      model: |
        model
          schema 1.1
        # who is there
        type user
        type group
          relations
            define member: [user, group#member]
        type folder
          relations
            define owner: [user]
            define parent: [folder]
            define viewer: [user, user:*, group#member] or owner or viewer from parent
        type document
          relations
            define parent: [folder]
            define owner: [user]
            define blocked: [user]
            define writer: [user, group#member with office_hours] or owner
            define viewer: ([user, user:* with office_hours] or writer or viewer from parent) but not blocked
            define can_share: writer and owner
        condition office_hours(now: timestamp, opens: timestamp) {
          now >= opens // not before
        }
      tuples:
        - {user: "user:ann", relation: owner, object: "document:plan"}
        - {user: "folder:root", relation: parent, object: "document:plan"}
        - {user: "group:eng#member", relation: viewer, object: "folder:root"}
        - {user: "user:bob", relation: member, object: "group:eng"}
        - {user: "group:core#member", relation: member, object: "group:eng"}
        - {user: "user:cem", relation: member, object: "group:core"}
        - {user: "user:dan", relation: member, object: "group:core"}
        - {user: "user:dan", relation: blocked, object: "document:plan"}
        - user: user:*
          relation: viewer
          object: document:open
          condition:
            name: office_hours
            context: {opens: "2026-01-01T09:00:00Z"}
      tests:
        - name: who sees what
          tuples:
            - {user: "user:eve", relation: writer, object: "document:plan"}
          check:
            - user: user:ann
              object: document:plan
              assertions: {viewer: true, can_share: true, blocked: false}
            - users: [user:bob, user:cem]
              object: document:plan
              assertions: {viewer: true, writer: false}
            - user: user:dan
              object: document:plan
              assertions: {viewer: false}
            - user: user:eve
              object: document:plan
              assertions: {viewer: true}
            - user: user:zoe
              object: document:open
              context: {now: "2026-01-01T10:00:00Z"}
              assertions: {viewer: true}
            - user: user:zoe
              object: document:open
              context: {now: "2026-01-01T08:00:00Z"}
              assertions: {viewer: false}
          list_objects:
            - user: user:cem
              type: document
              assertions:
                viewer: [document:plan]
          list_users:
            - object: folder:root
              user_filter: [{type: user}]
              assertions:
                viewer:
                  users: [user:bob, user:cem, user:dan]
      """;

  private final Imported store = Imported.openfga("store.fga.yaml", STORE);

  @Test
  void itsTestsAnswerAsBefore() throws PeerFaultsException {
    List<AssertionOutcome> outcomes = store.run("store.fga.yaml");

    assertThat(outcomes).hasSize(13);
    assertThat(outcomes).allMatch(each -> each.result() == Result.PASSED);
    assertThat(store.report()).isEmpty();
  }

  @Test
  void itIsAManifest() throws PeerFaultsException {
    assertThat(ManifestFileText.of("documents", store.model("store.fga.yaml")))
        .isEqualTo(
            """
            # Converted from OpenFGA by iam:model:import.
            schema: iam.manifest.v2

            app:
              key: "documents"
              name: "documents"

            types:
              document:
                relations:
                  blocked: "user"
                  owner: "user"
                  parent: "folder"
                  viewer: "([user | user:* with office_hours] | writer | parent->viewer) - blocked"
                  writer: "[user | group#member with office_hours] | owner"
                permissions:
                  can_share: "writer & owner"
              folder:
                relations:
                  owner: "user"
                  parent: "folder"
                  viewer: "[user | user:* | group#member] | owner | parent->viewer"
              group:
                relations:
                  member: "user | group#member"
              user: {}

            conditions:
              office_hours:
                parameters:
                  now: "timestamp"
                  opens: "timestamp"
                expression: "now >= opens"
            """);
  }
}
