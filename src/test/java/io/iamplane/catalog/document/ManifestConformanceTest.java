package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.catalog.document.ManifestText.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Relation models that others wrote are a manifest's types. */
class ManifestConformanceTest {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("conformance.dir", "../shared/conformance"));

  @ParameterizedTest
  @CsvSource({"gdrive,doc,can_read", "github,repo,can_read", "slack,channel,can_comment"})
  void modelsOfOthersHaveNoFault(String set, String type, String permission)
      throws IOException, ManifestSyntaxException {
    Path file = DIRECTORY.resolve(set).resolve("model.yaml");
    assumeTrue(Files.exists(file), "not present");
    JsonNode model = ManifestText.read(Files.readAllBytes(file), Format.YAML);
    ObjectNode document =
        (ObjectNode)
            SampleManifest.json(
                """
                {"schema": "iam.manifest.v2", "app": {"key": "app", "name": "App"},
                 "permissions": [{"key": "read", "resource": "%s", "relation": "%s"}]}
                """
                    .formatted(type, permission));
    document.set("types", model.get("types"));

    Manifest manifest = SampleManifest.manifest(document);

    assertThat(manifest.types()).hasSize(model.get("types").size());
    assertThat(manifest.relationModel().canonical()).isEqualTo(manifest.types());
  }
}
