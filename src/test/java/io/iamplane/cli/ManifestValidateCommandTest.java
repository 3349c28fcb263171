package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ManifestValidateCommandTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String JSON =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
       "permissions": [{"key": "order.read"}, {"key": "order.cancel"}],
       "roles": [{"key": "clerk", "permissions": ["order.*"]}],
       "types": {"order": {}}}
      """;
  private static final String YAML = "schema: iam.manifest.v2\napp: {key: shop, name: Shop}\n";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void whatIsDeclaredIsToldInOneLine() throws IOException {
    assertThat(run(file("shop.json", JSON))).isEqualTo(ExitCode.DONE);
    assertThat(out.toString().lines()).containsExactly("shop: 2 permissions, 1 roles, 1 types");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.yaml", "shop.yml", "SHOP.YAML"})
  void yamlIsKnownByItsName(String name) throws IOException {
    assertThat(run(file(name, YAML))).isEqualTo(ExitCode.DONE);
    assertThat(out.toString().lines()).containsExactly("shop: 0 permissions, 0 roles, 0 types");
  }

  @Test
  void everythingElseIsJson() throws IOException {
    String file = file("yaml", YAML);

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith(file + ":1:")
        .contains("Unrecognized token 'schema'");
  }

  @Test
  void everyFaultIsALineOfStandardError() throws IOException {
    String file =
        file(
            "shop.yaml",
            """
            schema: iam.manifest.v2
            app: {key: shop, name: Shop, owner: ann}
            permissions: [{key: order.read, risk: severe}]
            types: {order: {relations: {owner: "user |"}}}
            """);

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith(file + ":app.owner: unknown field"),
            line -> assertThat(line).startsWith(file + ":types.order.relations.owner:1:7: "),
            line -> assertThat(line).startsWith(file + ":permissions[0].risk: must be one of low"));
  }

  @Test
  void brokenSyntaxIsToldByLineAndColumn() throws IOException {
    String file = file("shop.yaml", "schema: iam.manifest.v2\napp: {key: shop\n");

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith(file + ":3:1: expected ',' or '}'");
  }

  @Test
  void jsonHoldsTheSame() throws IOException {
    assertThat(run("--json", file("shop.json", JSON))).isEqualTo(ExitCode.DONE);
    assertThat(printed())
        .isEqualTo(MAPPER.readTree("{\"valid\":true,\"faults\":[],\"application\":\"shop\"}"));

    String file =
        file("invalid.json", "{\"schema\":\"v1\",\"app\":{\"key\":\"iam\",\"name\":\"I\"}}");
    assertThat(run("--json", file)).isEqualTo(ExitCode.FINDING);
    assertThat(err.toString()).isEmpty();
    assertThat(printed())
        .isEqualTo(
            MAPPER.readTree(
                """
                {"valid": false, "application": null, "faults": [
                  {"place": "schema", "message": "must be 'iam.manifest.v2'"},
                  {"place": "app.key", "message": "'iam' is reserved"}]}
                """));
  }

  @Test
  void whatCannotBeReadIsWrongUsage() throws IOException {
    String absent = folder.resolve("absent.json").toString();

    assertThat(run(absent)).isEqualTo(ExitCode.USAGE);
    assertThat(run(folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(run("a\0b")).isEqualTo(ExitCode.USAGE);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "iam: " + absent + ": there is no such file",
            "iam: " + folder + ": cannot be read",
            "iam: a\0b: cannot be read");
  }

  @Test
  void withoutAFileItIsWrongUsage() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("FILE");
  }

  @Test
  void aLongFileIsNotReadToItsEnd() throws IOException {
    String file = file("long.json", " ".repeat((1 << 20) + 1));

    assertThat(run(file)).isEqualTo(ExitCode.FINDING);
    assertThat(err.toString().lines())
        .containsExactly(file + ":manifest: must not be longer than 1048576 bytes");
  }

  @Test
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void aHyphenIsStandardInput() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(JSON.getBytes(StandardCharsets.UTF_8)));
      assertThat(run("-")).isEqualTo(ExitCode.DONE);
      System.setIn(new ByteArrayInputStream("{".getBytes(StandardCharsets.UTF_8)));
      assertThat(run("-")).isEqualTo(ExitCode.FINDING);
    } finally {
      System.setIn(before);
    }
    assertThat(out.toString().lines()).containsExactly("shop: 2 permissions, 1 roles, 1 types");
    assertThat(err.toString().lines())
        .containsExactly("-:1:2: unexpected end of text; the document is incomplete");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... args) {
    Output output = new Output(MAPPER, new PrintWriter(out, true));
    return Usage.configure(new CommandLine(new ManifestValidateCommand(output)))
        .setParameterExceptionHandler(Failures::ofArguments)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  private JsonNode printed() throws JsonProcessingException {
    JsonNode printed = MAPPER.readTree(out.toString());
    out.getBuffer().setLength(0);
    return printed;
  }
}
