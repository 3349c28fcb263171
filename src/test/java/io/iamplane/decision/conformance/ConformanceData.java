package io.iamplane.decision.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.iamplane.cli.Commands;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Brings the data into tenants, by the commands that a user has. */
@ApplicationScoped
class ConformanceData {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("conformance.dir", "../shared/conformance"));
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final TestPlatform platform;
  private final Commands commands;

  ConformanceData(TestPlatform platform, Commands commands) {
    this.platform = platform;
    this.commands = commands;
  }

  /** A tenant's client that may ask for decisions, and the application that it is of. */
  record Loaded(Organization tenant, IssuedClient client) {}

  static void assumePresent(String set) {
    assumeTrue(Files.isDirectory(DIRECTORY.resolve(set)), "not present");
  }

  static JsonNode read(String set, String file) {
    try {
      return JSON.readTree(DIRECTORY.resolve(set).resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A tenant with the model of a set, the users that all sets share, and the set's own data. */
  Loaded relations(String set) throws IOException {
    Organization tenant = platform.tenant();
    JsonNode model = YAML.readTree(DIRECTORY.resolve(set).resolve("model.yaml").toFile());
    Loaded loaded =
        manifest(
            tenant,
            Map.of(
                "schema", "iam.manifest.v2",
                "app", Map.of("key", set, "name", set),
                "types", model.get("types")));
    for (String source : new String[] {"citadel", set}) {
      imported(source, "objects.json", tenant);
      imported(source, "relations.json", tenant);
    }
    return loaded;
  }

  /** Applies a manifest by the command, and gives back the application's own client. */
  Loaded manifest(Organization tenant, Object manifest) throws IOException {
    Path file = Files.createTempFile("manifest", ".json");
    try {
      JSON.writeValue(file.toFile(), manifest);
      Commands.Ended ended =
          commands.run(
              "iam:manifest:apply", file.toString(), "--organization", tenant.key(), "--json");
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      return new Loaded(tenant, client(JSON.readTree(ended.out())));
    } finally {
      Files.delete(file);
    }
  }

  private static IssuedClient client(JsonNode printed) {
    return new IssuedClient(
        printed.get("client_id").asText(),
        new io.iamplane.shared.Secret(printed.get("client_secret").asText()));
  }

  private void imported(String set, String file, Organization tenant) {
    Commands.Ended ended =
        commands.run(
            "iam:relations:import",
            DIRECTORY.resolve(set).resolve(file).toString(),
            "--organization",
            tenant.key());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }
}
