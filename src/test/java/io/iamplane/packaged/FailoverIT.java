package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.AnswerJson;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The primary is killed and its streaming replica promoted, under a service that is asked. */
@Tag("stress")
@Timeout(300)
class FailoverIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String API = "/api/iam/v1/";

  @TempDir Path folder;

  private PackagedTenant tenant;
  private ReplicatedDatabase database;

  @BeforeEach
  void anInstallationWithAReplica() throws Exception {
    KillableDatabase primary = new KillableDatabase(folder.resolve("primary"));
    tenant = PackagedTenant.bootstrap(Outages.environment(primary.url()));
    database = new ReplicatedDatabase(primary, folder.resolve("standby"));
  }

  @AfterEach
  void stop() throws IOException {
    database.close();
  }

  /** The setup of the guide: the driver looks for the primary, and commits reach the replica. */
  @Test
  void nothingIsLostWithSynchronousReplication() throws Exception {
    database.replicateSynchronously();
    try (PackagedApp server = server(database.urlOfBoth())) {
      new Outages(server, tenant).denies("failover", database::killPrimary, database::promote);
    }
  }

  /** A standby's data may be older than any limit. */
  @Test
  void aStandbyConfirmsNothing() throws Exception {
    try (DatabaseLink link = new DatabaseLink(database.primary().port());
        PackagedApp server = server(KillableDatabase.url(link.port()))) {
      new Outages(server, tenant)
          .denies(
              "standby",
              () -> link.lead(database.standby().port()),
              () -> link.lead(database.primary().port()));
    }
  }

  /** The new primary does not have the last changes; neither may any decision. */
  @Test
  void whatAnAsynchronousReplicaLacksIsGoneFromDecisionsToo() throws Exception {
    try (PackagedApp server = server(database.urlOfBoth())) {
      await().atMost(PATIENCE).until(() -> server.status(API + "ready") == 200);
      String token = tenant.token(server);
      database.awaitReplica();
      database.loseReplica();
      String lost = user(server, token, "lost");
      assertThat(reason(server, token, lost)).isEqualTo("no_matching_grant");

      database.killPrimary();
      await()
          .atMost(PATIENCE)
          .until(() -> reason(server, token, lost).equals("dependency_unavailable"));
      database.promote();

      assertThat(reasonsUntil("subject_unknown", server, token, lost))
          .as("what is not in the database")
          .doesNotContain("no_matching_grant");
      await().atMost(PATIENCE).until(() -> server.status(API + "ready") == 200);
      // Takes the version again that the lost one had.
      String next = user(server, token, "next");
      assertThat(reasonsUntil("no_matching_grant", server, token, next))
          .doesNotContain("subject_unknown");
      assertThat(reasonsUntil("subject_unknown", server, token, lost))
          .doesNotContain("no_matching_grant");
    }
  }

  /** Collects reasons until one of them; the confirmation of the policy may be about to lapse. */
  private static Set<String> reasonsUntil(
      String last, PackagedApp server, String token, String user) {
    Set<String> reasons = new HashSet<>();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          reasons.add(reason(server, token, user));
          return reasons.contains(last);
        });
    return reasons;
  }

  private PackagedApp server(String url) {
    Map<String, String> environment = Outages.environment(url);
    return PackagedApp.start(environment, "serve");
  }

  private static String user(PackagedApp server, String token, String name) {
    String body = "{\"name\": \"Failover\", \"external_id\": \"" + name + "\"}";
    HttpResponse<String> answer = PackagedTenant.post(server, token, API + "users", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return AnswerJson.at(answer.body(), "/data/id").textValue();
  }

  private static String reason(PackagedApp server, String token, String user) {
    String body = "{\"subject\": \"user:" + user + "\", \"permission\": \"iam:users.read\"}";
    HttpResponse<String> answer = PackagedTenant.post(server, token, API + "decisions/check", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return AnswerJson.at(answer.body(), "/data/reason_code").textValue();
  }
}
