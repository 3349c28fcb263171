package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ModelTestCommandTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String STORE =
      """
      model: |
        model
          schema 1.1
        type user
        type doc
          relations
            define viewer: [user]
      tuples:
        - {user: "user:ann", relation: viewer, object: "doc:plan"}
      tests:
        - name: readers
          check:
            - {user: "user:ann", object: "doc:plan", assertions: {viewer: true}}
            - {user: "user:bob", object: "doc:plan", assertions: {viewer: BOB}}
      """;

  private static final String MANIFEST =
      """
      schema: iam.manifest.v2
      app: {key: docs, name: Docs}
      conditions:
        limit: {parameters: {amount: int, max: int}, expression: amount <= max}
      types:
        doc:
          relations: {viewer: user | user with limit, owner: user}
          permissions: {read: viewer | owner}
      """;

  private static final String OWN =
      """
      manifest_file: manifest.yaml
      relations: ["user:ann viewer doc:plan"]
      tests:
        - check:
            - {subject: "user:ann", relation: read, resource: "doc:plan", expected: true}
            - {subject: "user:bob", relation: read, resource: "doc:plan", expected: false}
        - name: owners
          relations:
            - {object_type: doc, object_id: plan, relation: owner, subject_type: user,
               subject_id: bob, condition: "context.mfa", valid_until: "2027-01-01T00:00:00Z"}
          check:
            - {subject: "user:bob", relation: read, resource: "doc:plan", context: {mfa: true}, expected: true}
            - {subject: "user:bob", relation: read, resource: "doc:plan", expected: false}
        - name: limits
          relations:
            - {object_type: doc, object_id: plan, relation: viewer, subject_type: user,
               subject_id: cem, named_condition: {name: limit, values: {max: 10}}}
          check:
            - {subject: "user:cem", relation: read, resource: "doc:plan", context: {amount: 10}, expected: true}
            - {subject: "user:cem", relation: read, resource: "doc:plan", context: {amount: 11, max: 99}, expected: false}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void whatIsAnsweredAsExpectedIsOneLine() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("BOB", "false"));

    assertThat(run(file)).isEqualTo(ExitCode.DONE);
    assertThat(out.toString().lines())
        .containsExactly(file + ": 2 assertions, 2 passed, 0 failed, 0 could not be evaluated");
  }

  @Test
  void whatIsAnsweredOtherwiseIsShownAsADifference() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("BOB", "true"));

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(out.toString().lines())
        .containsExactly(
            "@@ " + file + ":14:61 readers",
            "- user:bob viewer doc:plan: true",
            "+ user:bob viewer doc:plan: false (no_matching_grant)",
            file + ": 2 assertions, 1 passed, 1 failed, 0 could not be evaluated");
  }

  @Test
  void whatCannotBeAskedProvesNothing() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("viewer: BOB", "editor: true"));

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(out.toString()).contains("? user:bob editor doc:plan: true (type 'doc' has no");
  }

  @Test
  void aSetIsAskedAsItself() throws IOException {
    String file =
        file(
            "store.fga.yaml",
            STORE
                .replace("viewer: [user]", "viewer: [user, user:*]")
                .replace("\"user:ann\", relation", "\"user:*\", relation")
                .replace("\"user:bob\", object", "\"doc:plan#viewer\", object")
                .replace("BOB", "true"));

    assertThat(run(file)).as(out.toString()).isEqualTo(ExitCode.DONE);
    file("manifest.yaml", MANIFEST);
    String own =
        file(
            "tests.yaml",
            """
            manifest_file: manifest.yaml
            tests:
              - check:
                  - {subject: "doc:plan#viewer", relation: read, resource: "doc:plan", expected: true}
                  - {subject: "doc:plan#owner", relation: viewer, resource: "doc:plan", expected: false}
            """);
    assertThat(run(own)).as(out.toString()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void ofAFolderEveryFileOfTestsIsAsked() throws IOException {
    Files.createDirectories(folder.resolve("a/b"));
    file("a/one.fga.yaml", STORE.replace("BOB", "false"));
    file("a/b/two.fga.yaml", STORE.replace("BOB", "true"));
    file("a/b/broken.fga.yaml", STORE.replace("[user]", "[usr]"));
    file("a/manifest.yaml", MANIFEST);
    file("a/notes.txt", "nothing");
    String all = folder.resolve("a").toString();

    assertThat(run(all)).isEqualTo(ExitCode.USAGE);
    assertThat(out.toString().replace(all, "a").lines())
        .containsExactly(
            "a/b/broken.fga.yaml:7:23: there is no type 'usr'",
            "a/b/broken.fga.yaml: cannot be read",
            "@@ a/b/two.fga.yaml:14:61 readers",
            "- user:bob viewer doc:plan: true",
            "+ user:bob viewer doc:plan: false (no_matching_grant)",
            "a/b/two.fga.yaml: 2 assertions, 1 passed, 1 failed, 0 could not be evaluated",
            "a/one.fga.yaml: 2 assertions, 2 passed, 0 failed, 0 could not be evaluated",
            "a: 3 test files, 1 of which cannot be read; 1 other files are not tests",
            "a: 4 assertions, 3 passed, 1 failed, 0 could not be evaluated");
    Files.delete(folder.resolve("a/b/broken.fga.yaml"));
    assertThat(run(all)).isEqualTo(ExitCode.FINDING);
    Files.delete(folder.resolve("a/b/two.fga.yaml"));
    assertThat(run(all, "--json")).isEqualTo(ExitCode.DONE);
  }

  @Test
  void manyFaultsAreTwentyLinesAndACount() throws IOException {
    String lines = "    define viewer: [user] or or\n".repeat(30);
    String file =
        file("m.fga.yaml", "model: |\n  model\n    schema 1.1\n  type doc\n" + lines.indent(2));

    assertThat(run(file)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .hasSize(21)
        .last()
        .isEqualTo("... and 10 more; use --all to print them");
    assertThat(run(file, "--all")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines()).hasSize(51);
  }

  @Test
  void anErrorThereIsNoFailure() throws IOException {
    String file =
        file(
            "suite.yaml",
            """
            tests:
              - name: errors
                stages:
                  - model: |
                      model
                        schema 1.1
                      type user
                      type doc
                        relations
                          define viewer: [user]
                    tuples: [{object: "doc:1", relation: viewer, user: "user:ann"}]
                    checkAssertions:
                      - {tuple: {object: "doc:1", relation: viewer, user: "user:ann"}, errorCode: 2002}
                      - {tuple: {object: "doc:1", relation: viewer, user: "user:bob"}, errorCode: 2002}
            """);

    assertThat(run(file)).isEqualTo(ExitCode.DONE);
    assertThat(out.toString().lines())
        .containsExactly(
            "@@ " + file + ":13:13 errors",
            "! user:ann viewer doc:1: true",
            file
                + ": 2 assertions, 1 passed, 0 failed, 0 could not be evaluated, 1 errors in the"
                + " other system");
  }

  @Test
  void jsonHoldsTheSame() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("BOB", "true"));

    assertThat(run(file, "--json")).isEqualTo(ExitCode.FINDING);
    JsonNode view = MAPPER.readTree(out.toString());
    assertThat(view.get("passed").asInt()).isEqualTo(1);
    assertThat(view.get("failures").get(0).get("answered").asText()).isEqualTo("false");
  }

  @Test
  void ownTestsAreAskedOfTheManifest() throws IOException {
    file("manifest.yaml", MANIFEST);
    String file = file("tests.yaml", OWN);

    assertThat(run(file)).as(out + "" + err).isEqualTo(ExitCode.DONE);
    assertThat(out.toString()).contains("6 assertions, 6 passed");
  }

  /** Without it the request would give the value: more would be allowed. */
  @Test
  void aStoredNullIsAFault() throws IOException {
    file("manifest.yaml", MANIFEST);
    String file = file("tests.yaml", OWN.replace("{max: 10}", "{max: null}"));
    assertThat(run(file)).as(out.toString()).isEqualTo(ExitCode.USAGE);
    file("tests.yaml", OWN.replace("{max: 10}", "{max: [1, {most: ~}]}"));
    assertThat(run(file)).as(out.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .containsExactly(
            file + ":17:72: the value of 'max' must not be or contain null",
            file + ":17:83: the value of 'max' must not be or contain null");
  }

  @Test
  void faultsAreLinesOfStandardErrorWithTheirPlaces() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("[user]", "[usr] or or"));

    assertThat(run(file)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .containsExactly(file + ":7:31: expected a relation, '[' or '(', found 'or'");
  }

  @Test
  void whatIsNoFileOfTestsIsSaid() throws IOException {
    assertThat(run(file("x.yaml", "a: 1\n"))).isEqualTo(ExitCode.USAGE);
    assertThat(run(file("x.fga", "model\n"))).isEqualTo(ExitCode.USAGE);
    assertThat(run(folder.resolve("absent.yaml").toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("unknown test format", "specify the system with --from", "there is no such file");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... arguments) {
    Output output = new Output(MAPPER, new PrintWriter(out, true));
    Clock clock = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
    return Usage.configure(new CommandLine(new ModelTestCommand(output, clock)))
        .setParameterExceptionHandler(Failures::ofArguments)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
