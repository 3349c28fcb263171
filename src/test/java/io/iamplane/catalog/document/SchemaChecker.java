package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.regex.RegularExpression;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The published JSON Schema, in an independent validator. */
final class SchemaChecker {

  private static final String FILE = "/META-INF/iam/manifest-schema.json";
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);

  private final JsonNode document = read();
  private final JsonSchema schema =
      FACTORY.getSchema(
          document,
          SchemaValidatorsConfig.builder()
              .regularExpressionFactory(SchemaChecker::ecmaScript)
              .build());

  /** The schema itself. */
  JsonNode document() {
    return document;
  }

  /** Validates a manifest against the schema. */
  List<String> faults(JsonNode manifest) {
    return schema.validate(manifest).stream().map(ValidationMessage::getMessage).toList();
  }

  /** Validates the schema against its meta-schema. */
  List<String> faultsOfItself() {
    return FACTORY.getSchema(SchemaLocation.of(SchemaId.V202012)).validate(document).stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  /** In ECMA-262 a {@code $} is the end; in Java a line break may follow. */
  private static RegularExpression ecmaScript(String regex) {
    Pattern pattern = Pattern.compile(regex.replaceAll("\\$$", "\\\\z"));
    return text -> pattern.matcher(text).find();
  }

  void assertBothAccept(JsonNode manifest) {
    assertThat(ManifestParser.parse(manifest).faults()).isEmpty();
    assertThat(faults(manifest)).isEmpty();
  }

  void assertBothRefuse(JsonNode manifest) {
    assertThat(ManifestParser.parse(manifest).faults()).as("parser").isNotEmpty();
    assertThat(faults(manifest)).as("schema").isNotEmpty();
  }

  private static JsonNode read() {
    try (InputStream file = SchemaChecker.class.getResourceAsStream(FILE)) {
      return SampleManifest.MAPPER.readTree(Objects.requireNonNull(file, FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
