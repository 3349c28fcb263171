package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.catalog.document.ManifestText.Format;
import io.iamplane.shared.Aal;
import io.iamplane.shared.WireName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON Schema is one, describes everything, and accepts the manifests that we know. */
class ManifestSchemaTest {

  private static final Path CONFORMANCE =
      Path.of(System.getProperty("conformance.dir", "../shared/conformance"));

  private final SchemaChecker schema = new SchemaChecker();

  @Test
  void itIsASchemaOfDraft202012() {
    assertThat(schema.faultsOfItself()).isEmpty();
    assertThat(schema.document().path("$schema").textValue())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    assertThat(schema.document().path("$id").textValue())
        .isEqualTo("https://iam/schemas/" + Manifest.SCHEMA);
  }

  @Test
  void theSchemaOfSchemasFindsFaults() {
    ((ObjectNode) schema.document()).put("type", "objekt");

    assertThat(schema.faultsOfItself()).isNotEmpty();
  }

  @Test
  void everyMemberAndEveryDefinitionIsDescribed() {
    List<String> silent = new ArrayList<>();
    undescribed("", schema.document(), silent);

    assertThat(silent).isEmpty();
  }

  /** The members that the parser allows, from its message about an unknown one. */
  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "/app, /properties/app",
    "/auth, /properties/auth",
    "/permissions/0, /$defs/permission",
    "/roles/0, /$defs/role"
  })
  void membersAreThoseOfTheParser(String place, String definition) {
    List<ManifestFault> faults = new SampleManifest().with(place + "/zz", "1").parse().faults();

    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst().message()).endsWith("allowed: " + members(definition));
    assertThat(schema.document().at(definition).path("additionalProperties").booleanValue())
        .isFalse();
    assertThat(schema.document().at(definition).has("additionalProperties")).isTrue();
  }

  @Test
  void everyReferenceLeadsToADefinitionAndEveryDefinitionIsUsed() {
    TreeSet<String> used = new TreeSet<>(schema.document().findValuesAsText("$ref"));
    TreeSet<String> defined = new TreeSet<>();
    schema.document().path("$defs").fieldNames().forEachRemaining(n -> defined.add("#/$defs/" + n));

    assertThat(used).isEqualTo(defined);
  }

  @Test
  void choicesAreThoseOfTheParser() {
    assertThat(choices("/properties/schema/enum"))
        .containsExactly(Manifest.SCHEMA, Manifest.SCHEMA_ALIAS);
    assertThat(choices("/$defs/risk/enum")).containsExactly(andNull(Risk.values()));
    assertThat(choices("/properties/auth/properties/client_type/enum"))
        .containsExactly(andNull(ClientType.values()));
    assertThat(choices("/$defs/permission/properties/required_aal/enum"))
        .containsExactly(andNull(Aal.values()));
  }

  @Test
  void patternsWorkInEveryDialect() {
    assertThat(schema.document().findValuesAsText("pattern"))
        .isNotEmpty()
        .allSatisfy(pattern -> {
          assertThat(pattern).as("anchored").startsWith("^").endsWith("$");
          assertThat(pattern).as("look-around, classes and escapes differ").doesNotContain("(?=");
          assertThat(Pattern.compile("\\(\\?[^:]|\\\\[^.*\\[\\]]").matcher(pattern).find())
              .as(pattern)
              .isFalse();
        });
  }

  @Test
  void theSampleIsAccepted() {
    schema.assertBothAccept(new SampleManifest().document());
    schema.assertBothAccept(
        SampleManifest.json(
            "{\"schema\":\"laravel-iam.manifest.v2\",\"app\":{\"key\":\"a\",\"name\":\"A\"}}"));
  }

  @Test
  void itsOwnExamplesAreAccepted() {
    JsonNode examples = schema.document().path("examples");

    assertThat(examples).isNotEmpty();
    examples.forEach(schema::assertBothAccept);
  }

  @Test
  void theDocumentsExampleIsAccepted() throws Exception {
    schema.assertBothAccept(
        ManifestText.read(
            Files.readAllBytes(Path.of("docs/examples/warehouse.json")), Format.JSON));
  }

  @Test
  void thePagesExampleIsAcceptedAndItsExampleOfFaultsIsNot() throws Exception {
    String page = Files.readString(Path.of("docs/manifest.md"));

    schema.assertBothAccept(ManifestText.read(block(page, "yaml manifest"), Format.YAML));
    schema.assertBothRefuse(ManifestText.read(block(page, "faults"), Format.YAML));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gdrive", "github", "slack"})
  void modelsOfOthersAreAccepted(String set) throws Exception {
    Path file = CONFORMANCE.resolve(set).resolve("model.yaml");
    assumeTrue(Files.exists(file), "not present: " + file);
    ObjectNode document = new SampleManifest().with("/permissions/2", "-").document();
    document.set("types", ManifestText.read(Files.readAllBytes(file), Format.YAML).get("types"));

    schema.assertBothAccept(document);
  }

  @Test
  void aNativeImageHoldsIt() throws IOException {
    Properties settings = new Properties();
    settings.load(Files.newBufferedReader(Path.of("src/main/resources/application.properties")));

    assertThat(settings.getProperty("quarkus.native.resources.includes").split(","))
        .contains("META-INF/iam/*.json");
  }

  private String members(String definition) {
    TreeSet<String> names = new TreeSet<>();
    schema.document().at(definition).path("properties").fieldNames().forEachRemaining(names::add);
    return String.join(", ", names);
  }

  private List<String> choices(String pointer) {
    List<String> choices = new ArrayList<>();
    schema.document().at(pointer).forEach(choice -> choices.add(choice.asText()));
    return choices;
  }

  private static String[] andNull(WireName... names) {
    return Stream.concat(Stream.of(names).map(WireName::wire), Stream.of("null"))
        .toArray(String[]::new);
  }

  private static void undescribed(String at, JsonNode node, List<String> silent) {
    for (String holder : List.of("properties", "$defs")) {
      node.path(holder)
          .properties()
          .forEach(member -> {
            String place = at + "/" + holder + "/" + member.getKey();
            if (!at.contains("/allOf")
                && member.getValue().path("description").asText().length() < 10) {
              silent.add(place);
            }
            undescribed(place, member.getValue(), silent);
          });
    }
  }

  private static byte[] block(String page, String kind) {
    int start = page.indexOf("\n```" + kind + "\n") + kind.length() + 5;
    return page.substring(start, page.indexOf("```", start)).getBytes(StandardCharsets.UTF_8);
  }
}
