package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.LogCapture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An application that hangs, or has many messages, holds up no other. */
@QuarkusTest
class LogoutMessageLimitsApiTest extends LogoutReceiverFixture {

  /** Thousands of messages of one tenant's receiver that hangs hold up no other tenant's. */
  @Test
  void aReceiverThatHangsHoldsUpNoOtherTenant() throws Exception {
    App hanging = listening(address());
    signOut(tokens(hanging));
    copies(hanging, demoTenant().id().toString(), 40);
    Organization tenant = platform.tenant();
    copies(hanging, tenant.id().toString(), 1);
    answers.drainPermits();
    job.run();
    await().untilAsserted(() -> assertThat(bodies).hasSize(2));
    // While its own is on its way, no other of them begins.
    job.run();
    job.run();
    assertThat(bodies).hasSize(2);
    answers.release(1_000);
    await().until(job::isIdle);
    due();
    await()
        .until(() -> {
          run();
          return messages(hanging).isEmpty();
        });
    assertThat(bodies).hasSize(42);
    assertThat(most.get()).isEqualTo(2);
  }

  /** Nor another application of its own tenant. */
  @Test
  void aReceiverThatHangsHoldsUpNoOtherApplication() throws Exception {
    App hanging = listening(address());
    App other = listening(address("/quick"));
    String tenant = demoTenant().id().toString();
    copies(hanging, tenant, 40);
    copies(other, tenant, 1);
    answers.drainPermits();
    job.run();
    await().untilAsserted(() -> assertThat(others).hasSize(1));
    await().untilAsserted(() -> assertThat(bodies).hasSize(1));
    await().until(() -> messages(other).isEmpty());
    assertThat(most.get()).isEqualTo(1);
  }

  @Test
  void anApplicationThatIsSlowRests() throws Exception {
    App slow = listening(address("/slow"));
    App other = listening(address());
    String tenant = demoTenant().id().toString();
    copies(slow, tenant, 3);
    run();
    assertThat(others).hasSize(1);
    run();
    assertThat(others).as("while it rests").hasSize(1);
    copies(other, tenant, 20);
    told(20);
    assertThat(others).hasSize(1);
    clock.advance(Duration.ofSeconds(30));
    run();
    assertThat(others).hasSize(2);
  }

  /** Four of them are on their way at a time, whoever has most. */
  @Test
  void applicationsTakeTurns() throws Exception {
    OrganizationId tenant = demoTenant().id();
    List<App> apps =
        IntStream.range(0, 6).mapToObj(i -> new App("", "", "", "client_" + i, "")).toList();
    copies(apps.getFirst(), tenant.toString(), 40);
    for (App each : apps) {
      copies(each, tenant.toString(), 1);
    }
    int four = BackchannelLogoutJob.MOST_OF_AN_ORGANIZATION;
    assertThat(due(tenant, Set.of(), four)).hasSize(4).doesNotHaveDuplicates();
    assertThat(due(tenant, Set.of("client_0", "client_4"), 9))
        .containsExactlyInAnyOrder("client_1", "client_2", "client_3", "client_5");
    Rows.update(
        "UPDATE iam_logout_messages SET due_at = now() + interval '1 day'"
            + " WHERE client_id IN ('client_0', 'client_1', 'client_2')");
    assertThat(due(tenant, Set.of(), 9))
        .containsExactlyInAnyOrder("client_3", "client_4", "client_5");
  }

  private List<String> due(OrganizationId tenant, Set<String> resting, int number) {
    return transactions.call(() -> store.due(tenant, Instant.now(), resting, number)).stream()
        .map(LogoutMessageStore.LogoutMessage::clientId)
        .toList();
  }

  @Test
  void organizationsTakeTurns() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    List<String> tenants =
        IntStream.range(0, 3).mapToObj(_ -> platform.tenant().id().toString()).sorted().toList();
    for (String each : tenants) {
      copies(app, each, 30);
    }
    Rows.update(
        "DELETE FROM iam_logout_messages WHERE organization_id = '%s'"
            .formatted(demoTenant().id()));
    assertThat(waiting(new UUID(0, 0), 2)).isEqualTo(tenants.subList(0, 2));
    assertThat(waiting(UUID.fromString(tenants.get(1)), 2)).isEqualTo(tenants.subList(2, 3));
    Rows.update(
        "UPDATE iam_logout_messages SET due_at = now() + interval '1 day'"
            + " WHERE organization_id = '%s'".formatted(tenants.get(1)));
    assertThat(waiting(new UUID(0, 0), 9)).containsExactly(tenants.getFirst(), tenants.getLast());
  }

  private List<String> waiting(UUID after, int number) {
    return transactions.call(() -> store.organizations(Instant.now(), after, number)).stream()
        .map(OrganizationId::toString)
        .toList();
  }

  @Test
  void messagesGoInTimeWhateverTheirState() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    copies(app, demoTenant().id().toString(), 1);
    Rows.update(
        "UPDATE iam_logout_messages SET created_at = now() - interval '6 hours 1 minute'"
            + " WHERE id = (SELECT id FROM iam_logout_messages LIMIT 1)");
    expired.run();
    assertThat(messages(app)).hasSize(1);
    copies(app, demoTenant().id().toString(), 2);
    Rows.update("UPDATE iam_logout_messages SET created_at = now() - interval '7 hours'");
    List<String> log =
        LogCapture.during(() -> transactions.run(() -> job.removeExpired(Instant.now(), 1_000)));
    assertThat(messages(app)).isEmpty();
    assertThat(registry.counter("iam_logout_attempts", "outcome", "dead").count()).isEqualTo(3);
    assertThat(log).anyMatch(line -> line.contains(app.clientId()) && line.contains("dropped: 3"));
  }
}
