package io.iamplane.migrate.openfga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.migrate.Imported;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The form of OpenFGA's own tests, with sets as subjects and answers that are errors there. */
class FgaSuiteReaderTest {

  private static final String SUITE =
      """
      tests:
        - name: sets
          stages:
            - model: |
                model
                  schema 1.1
                type user
                type group
                  relations
                    define member: [user, user:*, group#member]
                type doc
                  relations
                    define banned: [user, group#member]
                    define writer: [user with low, group#member]
                    define viewer: [user, user:*, group#member, doc#viewer] or writer
                    define reader: viewer but not banned
                condition low(x: int) {
                  x < 10
                }
              tuples:
                - {object: "doc:1", relation: viewer, user: "group:eng#member"}
                - {object: "doc:1", relation: banned, user: "group:out#member"}
                - {object: "doc:2", relation: viewer, user: "user:*"}
                - {object: "group:eng", relation: member, user: "group:core#member"}
                - {object: "group:eng", relation: member, user: "user:ann"}
                - {object: "doc:3", relation: writer, user: "user:ann", condition: {name: low}}
              checkAssertions:
                - {tuple: {object: "doc:1", relation: viewer, user: "group:eng#member"}, expectation: true}
                - {tuple: {object: "doc:1", relation: reader, user: "group:core#member"}, expectation: true}
                - {tuple: {object: "doc:1", relation: viewer, user: "group:out#member"}, expectation: false}
                - {tuple: {object: "doc:1", relation: viewer, user: "doc:1#viewer"}, expectation: true}
                - {tuple: {object: "doc:1", relation: viewer, user: "doc:1#writer"}, expectation: true}
                - {tuple: {object: "doc:1", relation: writer, user: "doc:1#viewer"}, expectation: false}
                - {tuple: {object: "doc:1", relation: viewer, user: "user:*"}, expectation: false}
                - {tuple: {object: "doc:2", relation: reader, user: "user:*"}, expectation: true}
                - {tuple: {object: "doc:2", relation: viewer, user: "group:eng#member"}, expectation: false}
                - {tuple: {object: "doc:3", relation: viewer, user: "user:ann"}, errorCode: 2000}
                - {tuple: {object: "doc:3", relation: viewer, user: "user:ann"}, context: {x: 1}, expectation: true}
                - {tuple: {object: "doc:1", relation: viewer, user: "user:ann"}, errorCode: 2002}
                - {tuple: {object: "doc:1", relation: nothing, user: "user:ann"}, errorCode: 2022}
                - tuple: {object: "doc:4", relation: viewer, user: "user:bob"}
                  contextualTuples: [{object: "doc:4", relation: viewer, user: "user:bob"}]
                  expectation: true
                - {tuple: {object: "doc:4", relation: viewer, user: "user:bob"}, expectation: false}
              listObjectsAssertions:
                - {request: {user: "group:core#member", type: doc, relation: viewer}, expectation: ["doc:1"]}
                - {request: {user: "user:*", type: doc, relation: viewer}, expectation: ["doc:2"]}
                - {request: {user: "user:ann", type: doc, relation: nothing}, errorCode: 2022}
              listUsersAssertions:
                - request: {filters: ["group#member"], object: "doc:1", relation: viewer}
                  expectation: ["group:eng#member", "group:core#member"]
                - request: {filters: ["user"], object: "doc:2", relation: viewer}
                  expectation: ["user:*"]
            - model: |
                model
                  schema 1.1
                type user
                type doc
                  relations
                    define viewer: [user, user:*]
              checkAssertions:
                - {tuple: {object: "doc:2", relation: viewer, user: "user:bob"}, expectation: true}
      """;

  private final Imported suite = Imported.openfga("suite.yaml", SUITE);

  @Test
  void sets() throws PeerFaultsException {
    List<AssertionOutcome> outcomes = suite.runAll("suite.yaml");

    assertThat(outcomes).hasSize(21);
    assertThat(outcomes.stream().filter(each -> each.result() != Result.PASSED))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.result()).isEqualTo(Result.ANSWERED_HERE);
          assertThat(each.question()).isEqualTo("user:ann viewer doc:1");
          assertThat(each.expected()).isEqualTo("an error");
          assertThat(each.answered()).isEqualTo("true");
        });
  }

  @Test
  void faultsHaveAPlace() {
    PeerFaultsException error =
        catchThrowableOfType(
            PeerFaultsException.class,
            () ->
                Imported.openfga(
                        "suite.yaml",
                        """
                        tests:
                          - stages:
                              - checkAssertions:
                                  - {tuple: {object: doc, relation: viewer, user: "user:ann"}}
                                listUsersAssertions:
                                  - {request: {object: "doc:1", relation: viewer, filters: []}}
                        """)
                    .runAll("suite.yaml"));

    assertThat(error.faults().stream().map(Object::toString))
        .containsExactly(
            "suite.yaml:2:5: 'name' is required",
            "suite.yaml:3:9: 'model' is required",
            "suite.yaml:4:30: 'doc' must have the form type:id",
            "suite.yaml:6:23: 'filters' must be a list with exactly one type");
  }

  @Test
  void modulesAreOneModel() throws PeerFaultsException {
    Imported modules =
        Imported.openfga(
                "store.fga.yaml",
                """
                model_file: parts/fga.mod
                tuples: [{user: "user:ann", relation: admin, object: "org:a"}]
                tests:
                  - check:
                      - {user: "user:ann", object: "org:a", assertions: {can_write: true, member: true}}
                """)
            .file("parts/fga.mod", "schema: '1.2'\ncontents: [wiki.fga, core.fga]\n")
            .file(
                "parts/wiki.fga",
                "module wiki\nextend type org\n  relations\n    define can_write: member\n")
            .file(
                "parts/core.fga",
                "module core\n"
                    + "type user\n"
                    + "type org\n"
                    + "  relations\n"
                    + "    define admin: [user]\n"
                    + "    define member: admin\n");

    assertThat(modules.runAll("store.fga.yaml"))
        .hasSize(2)
        .allMatch(each -> each.result() == Result.PASSED);
  }

  @Test
  void filesOfAListInAnotherFolderAreBesideIt() throws PeerFaultsException {
    Imported modules =
        Imported.openfga("parts/fga.mod", "contents: [a.fga]\n")
            .file("a.fga", "module a\ntype org\n");

    assertThat(modules.document("parts/fga.mod").model().types()).containsOnlyKeys("org");
  }

  @Test
  void aModuleThatExtendsNothingIsRefused() {
    Imported modules =
        Imported.openfga("fga.mod", "contents: [a.fga]\n")
            .file("a.fga", "module a\nextend type org\n  relations\n    define x: [org]\n");
    Imported missing = Imported.openfga("fga.mod", "contents: [b.fga]\n");
    Imported empty = Imported.openfga("fga.mod", "schema: '1.2'\n");

    assertThat(fault(modules)).contains("a.fga:2:13: there is no type 'org' to extend");
    assertThat(fault(missing)).isEqualTo("fga.mod:1:12: the file b.fga cannot be read");
    assertThat(fault(empty)).contains("'contents' must list 1 to 1000 files");
  }

  private static String fault(Imported files) {
    return catchThrowableOfType(PeerFaultsException.class, () -> files.document("fga.mod"))
        .faults()
        .toString()
        .replaceAll("^\\[|]$", "");
  }
}
