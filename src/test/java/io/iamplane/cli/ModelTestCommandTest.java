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
        .containsExactly(file + ": 2 assertions, 2 passed, 0 failed, 0 could not be asked");
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
            file + ": 2 assertions, 1 passed, 1 failed, 0 could not be asked");
  }

  @Test
  void whatCannotBeAskedProvesNothing() throws IOException {
    String file = file("store.fga.yaml", STORE.replace("\"user:bob\"", "\"user:*\""));

    assertThat(run(file.toString().replace("BOB", "true"))).isEqualTo(ExitCode.USAGE);
    Files.writeString(Path.of(file), STORE.replace("user:bob", "user:*").replace("BOB", "true"));
    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(out.toString())
        .contains("? user:* viewer doc:plan: true (everyone of a type is not asked about");
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
        .contains("is no file of tests that is known", "say what it is", "there is no such file");
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
