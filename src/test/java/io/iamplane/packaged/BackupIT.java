package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.packaged.siege.Victim;
import io.restassured.path.json.JsonPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backup that is taken under load, restored, and verified: as {@code docs/operations.md} says.
 */
@Tag("stress")
@Timeout(300)
class BackupIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ORIGINAL = "postgres";
  private static final String RESTORED = "restored";

  @TempDir Path folder;

  private InstalledPostgres postgres;
  private PackagedTenant tenant;

  @BeforeEach
  void anInstallation() throws Exception {
    postgres = InstalledPostgres.start(folder).orElse(null);
    Assumptions.assumeTrue(
        postgres != null, "no PostgreSQL with pg_dump is installed on this machine: skipped");
    Files.createDirectory(folder.resolve("anchor"));
    Files.createDirectory(folder.resolve("next-anchor"));
    tenant = PackagedTenant.bootstrap(environment(ORIGINAL, "anchor"));
    done(ORIGINAL, "anchor", "iam:audit:checkpoint");
  }

  @AfterEach
  void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void aBackupUnderLoadIsWholeAndShowsWhatCameLater() throws Exception {
    try (PackagedApp server = PackagedApp.start(environment(ORIGINAL, "anchor"), "serve")) {
      await().atMost(PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
      String token = tenant.token(server);
      new Victim(server.port(), token, "").prepare();
      backUpUnderLoad(server, token);
    }

    // Elsewhere, with the anchor as it was: whole, and it serves.
    done(RESTORED, "anchor", "iam:audit:verify", "--full");
    serves();

    // The original went on: its next checkpoint is beyond the backup's end.
    done(ORIGINAL, "anchor", "iam:audit:checkpoint");
    done(ORIGINAL, "anchor", "iam:audit:verify", "--full");
    Ended found = run(RESTORED, "anchor", "iam:audit:verify", "--json");
    assertThat(found.exitCode()).as(found.err()).isEqualTo(1);
    assertThat(found.out()).contains("anchor_mismatch");
    assertThat(run(RESTORED, "anchor", "iam:audit:checkpoint").exitCode())
        .as("nothing is signed that does not follow from the anchor")
        .isNotZero();

    goOnWithout(found);
  }

  private void backUpUnderLoad(PackagedApp server, String token) throws Exception {
    try (BalancedClients clients = new BalancedClients(server.port(), token, 2)) {
      await().atMost(PATIENCE).until(() -> clients.written() > 50);
      postgres.dump(ORIGINAL, folder.resolve("iam.dump"));
      int then = clients.written();
      await().atMost(PATIENCE).until(() -> clients.written() > then + 50);
      assertThat(clients.failures()).isEmpty();
    }
    postgres.restore(folder.resolve("iam.dump"), RESTORED);
  }

  private void serves() {
    try (PackagedApp server = PackagedApp.start(environment(RESTORED, "anchor"), "serve")) {
      await().atMost(PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
      String check =
          "{\"subject\":\"user:v0\",\"permission\":\"shop:document.open\",\"resource\":\"document:plan\"}";
      assertThat(
              PackagedTenant.post(
                      server, tenant.token(server), "/api/iam/v1/decisions/check", check)
                  .body())
          .contains("\"allowed\":true");
    }
  }

  /** Acknowledges the lost records; the restored log gets an anchor of its own. */
  private void goOnWithout(Ended found) {
    List<List<String>> open = JsonPath.from(found.out()).getList("chains.open_findings.id");
    assertThat(open.stream().filter(ids -> ids != null).flatMap(List::stream))
        .isNotEmpty()
        .allSatisfy(id ->
            done(
                RESTORED,
                "next-anchor",
                "iam:audit:acknowledge",
                "--finding",
                id,
                "--reason",
                "INC-7: restored from the backup of the night"));
    done(RESTORED, "next-anchor", "iam:audit:checkpoint");
    done(RESTORED, "next-anchor", "iam:audit:verify", "--full");
  }

  private Ended run(String database, String anchor, String... command) {
    return PackagedApp.run(environment(database, anchor), command);
  }

  private void done(String database, String anchor, String... command) {
    PackagedTenant.done(run(database, anchor, command));
  }

  private Map<String, String> environment(String database, String anchor) {
    Map<String, String> environment =
        new HashMap<>(FreshDatabase.plainHttp(postgres.url(database)));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_AUDIT_ANCHOR", folder.resolve(anchor).toString());
    return environment;
  }
}
