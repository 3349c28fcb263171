package io.iamplane.panel;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that generators make of the OpenAPI document: each lists users page by page, makes a
 * grant, reads a refusal, and exports the audit log.
 */
@Tag("ci")
@QuarkusTest
class GeneratedClientsApiTest {

  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final String DOCUMENT =
      Path.of("src/main/resources/META-INF/iam/openapi.json").toAbsolutePath().toString();

  @TestHTTPResource("/")
  URL here;

  @Inject TestPlatform platform;

  private Map<String, String> environment;

  @BeforeEach
  void aTenantWithUsers() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    for (int i = 0; i < 5; i++) {
      tenant.made("users", "{'name': 'User %d', 'external_id': 'u%d'}".formatted(i, i));
    }
    environment = Map.of("API", "http://" + here.getAuthority(), "TOKEN", tenant.token());
  }

  @Test
  void openapiPythonClient() throws IOException {
    String generator = PythonTools.program("openapi-python-client");
    String folder = PythonTools.FOLDER.resolve("python").toString();
    run(
        generator,
        "generate",
        "--path",
        DOCUMENT,
        "--output-path",
        folder,
        "--overwrite",
        "--config",
        PythonTools.CLIENTS.resolve("config.yaml").toString(),
        "--fail-on-warning");
    run(
        PythonTools.program("python"),
        "-c",
        "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2])",
        folder,
        PythonTools.CLIENTS.resolve("calls.py").toString());
  }

  @Test
  void openapiTypescript() throws IOException {
    NodeTools.node();
    NodeTools.install();
    Files.createDirectories(PythonTools.FOLDER);
    run(
        "node_modules/.bin/openapi-typescript",
        DOCUMENT,
        "-o",
        PythonTools.FOLDER.resolve("schema.d.ts").toString());
    run(
        "node_modules/.bin/tsc",
        "--noEmit",
        "--strict",
        "--allowJs",
        "--checkJs",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--skipLibCheck",
        "e2e/calls.mjs");
    run("node", "e2e/calls.mjs");
  }

  private void run(String... command) throws IOException {
    NodeTools.run(PATIENCE, environment, _ -> {}, command).mustBeWell();
  }
}
