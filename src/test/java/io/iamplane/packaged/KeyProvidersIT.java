package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.key.seal.pkcs11.TokenKeys;
import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.testing.SoftHsm;
import io.iamplane.testing.TransitStandIn;
import io.iamplane.testing.TransitStandIn.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation moves from {@code IAM_KEK} to a key provider, beside a server. */
@Tag("stress")
class KeyProvidersIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void aRewrapThatIsKilledIsGoneOnWithBesideAServer() throws Exception {
    Installed installed = FreshDatabase.bootstrapped();
    try (TransitStandIn vault = new TransitStandIn()) {
      Map<String, String> moving = withVault(installed, vault);
      moving.put("IAM_KEYS_PREVIOUS_PROVIDER", "local");
      try (PackagedApp server = PackagedApp.start(moving, "serve")) {
        awaitReady(server);
        String kept = PackagedTenant.of(installed).token(server);
        assertThat(kept).isNotBlank();
        // The server has unwrapped its key; of the command's requests two are for each key.
        vault.serve(2, Mode.SLOW);
        moving.put("IAM_KEYS_VAULT_TIMEOUT", "5s");
        try (PackagedApp command = PackagedApp.start(moving, "iam:keys:rewrap")) {
          await().atMost(PATIENCE).until(() -> providers(installed).contains("vault"));
          assertThat(command.isRunning()).as(command.err()).isTrue();
          command.kill();
        }
        assertThat(providers(installed)).containsExactly("local", "local", "local", "vault");
        assertThat(PackagedTenant.of(installed).token(server)).isNotBlank();

        vault.answer(Mode.WELL);
        Ended ended = PackagedTenant.done(PackagedApp.run(moving, "iam:keys:rewrap", "--json"));
        assertThat(ended.out()).contains("\"current\"", "\"rewrapped\"", "\"complete\":true");
        assertThat(providers(installed)).hasSize(4).containsOnly("vault");
        assertThat(PackagedTenant.of(installed).token(server)).isNotBlank();
      }
      Map<String, String> moved = withVault(installed, vault);
      moved.remove("IAM_KEK");
      issuesTokens(installed, moved);
    }
  }

  @Test
  @Tag("jvm")
  void aTokenOfSoftHsmWrapsTheKeys(@TempDir Path folder) throws Exception {
    Optional<SoftHsm> found = SoftHsm.in(folder);
    assumeTrue(found.isPresent(), "SoftHSM is not installed: apt-get install softhsm2");
    SoftHsm hsm = found.get();
    makeKey(hsm);
    Installed installed = FreshDatabase.bootstrapped();
    Map<String, String> environment =
        new HashMap<>(FreshDatabase.plainHttp(FreshDatabase.url(installed.name())));
    environment.putAll(hsm.environment());
    environment.put("IAM_KEYS_PROVIDER", "pkcs11");
    environment.put("IAM_KEYS_PKCS11_LIBRARY", hsm.library());
    environment.put("IAM_KEYS_PKCS11_PIN_FILE", hsm.pinFile().toString());
    environment.put("IAM_KEYS_PREVIOUS_PROVIDER", "local");

    PackagedTenant.done(PackagedApp.run(environment, "iam:keys:rewrap"));

    assertThat(providers(installed)).hasSize(4).containsOnly("pkcs11");
    environment.remove("IAM_KEYS_PREVIOUS_PROVIDER");
    environment.remove("IAM_KEK");
    issuesTokens(installed, environment);

    Path wrong = Files.writeString(folder.resolve("wrong-pin"), "MARKED-wrong-51d0");
    environment.put("IAM_KEYS_PKCS11_PIN_FILE", wrong.toString());
    Ended refused = PackagedApp.run(environment, "iam:keys:rewrap");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(3);
    assertThat(refused.out() + refused.err())
        .contains("the token rejected the PIN")
        .doesNotContain("MARKED");
  }

  private static void issuesTokens(Installed installed, Map<String, String> environment) {
    try (PackagedApp server = PackagedApp.start(environment, "serve")) {
      awaitReady(server);
      String token = PackagedTenant.of(installed).token(server);
      assertThat(token).isNotBlank();
      assertThat(server.err()).doesNotContain("MARKED");
      for (String path : List.of("/.well-known/jwks.json", "/api/iam/v1/ready", "/openapi")) {
        assertThat(server.get(path).body()).as(path).doesNotContain("MARKED");
      }
      for (String path : List.of("/q/metrics", "/q/health/ready")) {
        assertThat(server.manage(path).body()).as(path).doesNotContain("MARKED");
      }
    }
  }

  private static void awaitReady(PackagedApp server) {
    await()
        .ignoreExceptions()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(server.get("/api/iam/v1/ready").statusCode()).isEqualTo(200));
  }

  private static Map<String, String> withVault(Installed installed, TransitStandIn vault) {
    Map<String, String> environment =
        new HashMap<>(FreshDatabase.plainHttp(FreshDatabase.url(installed.name())));
    environment.put("IAM_KEYS_PROVIDER", "vault");
    environment.put("IAM_KEYS_VAULT_URL", vault.url());
    environment.put("IAM_KEYS_VAULT_TOKEN", TransitStandIn.TOKEN);
    return environment;
  }

  private static void makeKey(SoftHsm hsm) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TokenKeys.class.getName(),
                hsm.library(),
                "iam")
            .inheritIO();
    builder.environment().putAll(hsm.environment());
    assertThat(builder.start().waitFor()).isZero();
  }

  private static List<String> providers(Installed installed) throws SQLException {
    List<String> providers = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(
                FreshDatabase.url(installed.name()), "postgres", "postgres");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT provider FROM iam_signing_keys WHERE sealed_private IS NOT NULL"
                    + " ORDER BY provider")) {
      while (rows.next()) {
        providers.add(rows.getString(1));
      }
    }
    return providers;
  }
}
