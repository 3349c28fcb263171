package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.OperatorShell.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The environment of a new operator: a shell, its tools, and an empty database server. */
final class OperatorMachine implements AutoCloseable {

  /** All that is typed otherwise than it is printed: hosts, ports, passwords, places. */
  private final Map<String, String> substitutions = new LinkedHashMap<>();

  private final InstalledPostgres postgres;
  private final OperatorShell shell;

  /** Skips the test where the machine lacks a tool. */
  static OperatorMachine start(Path folder) throws IOException, InterruptedException {
    for (String tool : List.of("bash", "curl", "openssl")) {
      Assumptions.assumeTrue(
          isInstalled(tool), tool + " is not installed on this machine: skipped");
    }
    InstalledPostgres postgres = InstalledPostgres.start(folder).orElse(null);
    Assumptions.assumeTrue(
        postgres != null, "no PostgreSQL with its tools is installed on this machine: skipped");
    return new OperatorMachine(folder, postgres);
  }

  private OperatorMachine(Path folder, InstalledPostgres postgres) throws IOException {
    int port = PackagedApp.freePort();
    int managementPort = PackagedApp.freePort();
    this.postgres = postgres;
    this.shell = new OperatorShell(folder, environment(folder, postgres, port, managementPort));
    substitutions.put("//db.example.com/", "//127.0.0.1:%d/".formatted(postgres.port()));
    substitutions.put("sslmode=verify-full&sslrootcert=/etc/iam/db-ca.pem", "sslmode=disable");
    substitutions.put("'…'", "'the-password-of-a-role'");
    substitutions.put("/srv/", folder + "/");
    substitutions.put("http://localhost:8080", "http://127.0.0.1:" + port);
    substitutions.put("localhost:9000", "127.0.0.1:" + managementPort);
  }

  private static Map<String, String> environment(
      Path folder, InstalledPostgres postgres, int port, int managementPort) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", postgres.installation() + ":" + System.getenv("PATH"));
    environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
    // An operator's own way to the database, as its administrator.
    environment.put("PGHOST", "127.0.0.1");
    environment.put("PGPORT", Integer.toString(postgres.port()));
    environment.put("PGUSER", "postgres");
    environment.put(
        "IAM_JAVA",
        "%s -XX:+ExitOnOutOfMemoryError -Xmx512m -XX:TieredStopAtLevel=1 -Xlog:disable %s"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                PackagedApp.EXECUTABLE.isPresent() ? "" : ClassCache.option()));
    environment.put(
        "IAM_EXECUTABLE",
        PackagedApp.EXECUTABLE.map(file -> file.toAbsolutePath().toString()).orElse(""));
    environment.put("IAM_JAR", PackagedApp.JAR.toAbsolutePath().toString());
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    environment.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
    environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    // What is done by the clock would come between two lines.
    environment.put("IAM_SCHEDULE_ENABLED", "false");
    return environment;
  }

  InstalledPostgres postgres() {
    return postgres;
  }

  /** Types lines as a page prints them, with this machine's values. */
  Answer type(String lines) {
    String typed = lines;
    for (Map.Entry<String, String> each : substitutions.entrySet()) {
      typed = typed.replace(each.getKey(), each.getValue());
    }
    return shell.type(typed);
  }

  /** Types lines that must succeed; returns their output. */
  String done(String lines) {
    Answer answer = type(lines);
    assertThat(answer.exitCode()).as("%s%n%s", lines, answer.text()).isZero();
    return answer.text();
  }

  private static boolean isInstalled(String tool) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
  }

  @Override
  public void close() throws IOException {
    try {
      shell.close();
    } finally {
      postgres.close();
    }
  }
}
