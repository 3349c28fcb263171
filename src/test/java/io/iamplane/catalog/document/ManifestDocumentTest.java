package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.ManifestText.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The examples of {@code docs/manifest.md} hold. */
class ManifestDocumentTest {

  private final String document = Files.readString(Path.of("docs/manifest.md"));

  ManifestDocumentTest() throws IOException {}

  @Test
  void theExampleHasNoFaultAndIsWhatThePageSays() {
    ManifestParser.Parsed parsed = parse(block("yaml manifest"));

    assertThat(parsed.faults()).isEmpty();
    Manifest manifest = Objects.requireNonNull(parsed.manifest());
    assertThat(document)
        .contains(
            "warehouse: %d permissions, %d roles, %d types"
                .formatted(
                    manifest.permissions().size(),
                    manifest.roles().size(),
                    manifest.types().size()));
  }

  @Test
  void theExampleUsesEveryMemberThatThePageLists() throws ManifestSyntaxException {
    JsonNode example = ManifestText.read(bytes(block("yaml manifest")), Format.YAML);

    assertThat(document.lines().filter(line -> line.matches("\\| `\\w+` \\|.*")))
        .hasSize(8 + 4 + 3 + 9 + 7)
        .allSatisfy(line ->
            assertThat(example.findValue(line.substring(3, line.indexOf('`', 3)))).isNotNull());
  }

  @Test
  void theExampleOfFaultsHasThem() {
    assertThat(
            parse(block("faults")).faults().stream()
                .map(ManifestFault::toString)
                .collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(block("text faults"));
  }

  private static ManifestParser.Parsed parse(String text) {
    return ManifestText.parse(bytes(text), Format.YAML);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String block(String kind) {
    int start = document.indexOf("\n```" + kind + "\n") + kind.length() + 5;
    return document.substring(start, document.indexOf("```", start));
  }
}
