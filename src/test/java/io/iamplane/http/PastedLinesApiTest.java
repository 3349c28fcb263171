package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that {@code docs/admin-api.md} prints to be pasted work in a shell, also twice. */
@QuarkusTest
class PastedLinesApiTest {

  private static final String PRINTED = "http://localhost:8080";

  @Inject TestPlatform platform;

  @TestHTTPResource("/")
  URI address;

  @TempDir Path folder;

  @Test
  void thePagesLinesAreAnsweredAsItSays() throws Exception {
    assumeTrue(hasCurl(), "curl is not installed");
    Organization tenant = platform.tenant();
    IssuedClient client = platform.administrator(tenant);
    List<String> block = block("docs/admin-api.md", "## To paste");
    List<String> expected =
        block.stream()
            .filter(line -> line.startsWith("# "))
            .map(line -> line.substring(2))
            .toList();
    assertThat(expected).hasSizeGreaterThan(5);
    String script =
        String.join("\n", block)
            .replace(PRINTED, "http://localhost:" + address.getPort())
            .replace("demo-admin:demo-secret", client.clientId() + ":" + client.secret().reveal());
    for (int paste = 1; paste <= 2; paste++) {
      List<String> answers = run(script).stream().filter(line -> line.startsWith("{")).toList();
      assertThat(answers).as("answers of paste %d", paste).hasSameSizeAs(expected);
      for (int i = 0; i < expected.size(); i++) {
        assertThat(answers.get(i)).contains(expected.get(i));
      }
    }
  }

  private List<String> run(String script) throws Exception {
    Path file = folder.resolve("script");
    Path out = folder.resolve("out");
    Files.writeString(file, script + "\n");
    Process process =
        new ProcessBuilder("sh", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readAllLines(out);
  }

  private static List<String> block(String page, String heading) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean below = false;
    boolean inside = false;
    for (String line : Files.readAllLines(Path.of(page))) {
      below |= line.equals(heading);
      if (line.startsWith("```") && inside) {
        return lines;
      } else if (line.equals("```sh") && below) {
        inside = true;
      } else if (inside) {
        lines.add(line);
      }
    }
    throw new AssertionError("no block below " + heading);
  }

  private static boolean hasCurl() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, "curl")));
  }
}
