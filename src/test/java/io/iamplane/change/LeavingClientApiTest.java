package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.WaitingRoom;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients hang up while their changes wait with others': the others are answered as ever. */
@QuarkusTest
class LeavingClientApiTest {

  private static final int CLIENTS = 16;

  /** Two of a tenant's writers have a transaction, the others wait in memory. */
  private static final int WAITING = CLIENTS - 2;

  @TestHTTPResource("/api/iam/v1/users")
  URI users;

  @Inject TestPlatform platform;
  @Inject WaitingRoom room;
  @Inject ExpectedTenants expected;
  @Inject WholeSpine spine;

  @Test
  void clientsThatHangUpDisturbNoOther() throws Exception {
    Organization tenant = platform.tenant();
    String token = platform.token(platform.administrator(tenant));
    // Otherwise a group gathers them before it asks for the lock.
    expected.forget(tenant.id());
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient();
        Connection holder = Rows.open();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(
          "SELECT 1 FROM iam_policy_versions WHERE organization_id = '%s' FOR UPDATE"
              .formatted(tenant.id()));
      for (int i = 0; i < CLIENTS; i++) {
        answers.add(client.sendAsync(creation(token, i), HttpResponse.BodyHandlers.ofString()));
      }
      await().until(() -> room.size() >= WAITING);
      for (int i = 0; i < CLIENTS; i += 5) {
        answers.get(i).cancel(true);
      }
      holder.rollback();
      for (int i = 0; i < CLIENTS; i++) {
        if (i % 5 != 0) {
          HttpResponse<String> answer = answers.get(i).get(20, TimeUnit.SECONDS);
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
          assertThat(
                  Rows.texts(
                      "SELECT external_id FROM iam_users WHERE organization_id = '%s'"
                          .formatted(tenant.id())))
              .contains("user-" + i);
        }
      }
    }
    spine.assertChain(tenant);
  }

  private HttpRequest creation(String token, int number) {
    return HttpRequest.newBuilder(users)
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .POST(
            HttpRequest.BodyPublishers.ofString(
                "{\"name\": \"User\", \"external_id\": \"user-%d\"}".formatted(number)))
        .build();
  }
}
