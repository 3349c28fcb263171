package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Plans;
import io.iamplane.testing.Plans.Plan;
import io.iamplane.testing.Rows;
import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.claim.QueueStore;
import io.iamplane.webhook.claim.QueueStore.Want;
import io.iamplane.webhook.delivery.BusyOrganizations;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A large backlog is not read to claim the next delivery, nor to report its size. It is written
 * once: a claim leaves it as large as it was, and only one test claims.
 */
@QuarkusTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueuePlansDbTest {

  private static final int WAITING = 50_000;

  @Inject Instance<Fleet> fleets;
  @Inject Plans plans;
  @Inject QueueStore queue;
  @Inject QueueFigures figures;
  @Inject Transactions transactions;

  private Fleet fleet;
  private Organization tenant;
  private WebhookId webhook;

  @BeforeAll
  void aWebhookFarBehind() throws SQLException {
    fleet = fleets.get();
    tenant = fleet.tenant();
    webhook = fleet.webhook(tenant, "http://localhost:1/", "iam.grant.*").webhook().id();
    fleet.tell(tenant, 1, 1);
    Backlog.pending(tenant.id(), webhook.value(), WAITING);
    Backlog.dead(tenant.id(), webhook.value(), QueueFigures.COUNTED + 1_000);
  }

  @BeforeEach
  void statisticsOfNow() throws SQLException {
    Backlog.analyze();
  }

  @AfterAll
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void aClaimIsARangeOfTheIndexOfWhatIsDue() {
    Instant now = Instant.now();
    Plan plan =
        plans.of(
            QueueStore.CLAIM,
            new UUID[] {webhook.value()},
            new String[] {Instant.EPOCH.toString()},
            new Integer[] {32},
            new UUID(0, 0),
            now,
            now,
            512);
    assertThat(plan.nodes())
        .as(plan.text())
        .contains("LockRows", "Nested Loop")
        .doesNotContain("Seq Scan", "Bitmap Heap Scan", "Hash Join", "Sort");
    assertThat(plan.indexes())
        .as(plan.text())
        .allMatch(index ->
            index.matches(
                "iam_webhook_deliveries_\\d{8}_webhook_id_next_attempt_at_idx|iam_outbox_messages_pkey"));
    assertThat(plan.filters())
        .as(plan.text())
        .allMatch(filter -> filter.matches(".*(lease_until|id >=).*"));
  }

  @Test
  void aLeaseFindsItsRowsByTheirIdsInTheirPartitionsAlone() throws SQLException {
    UUID[] ids =
        Rows.texts(
                "SELECT id FROM iam_webhook_deliveries WHERE webhook_id = '%s' LIMIT 32"
                    .formatted(webhook))
            .stream()
            .map(UUID::fromString)
            .sorted()
            .toArray(UUID[]::new);
    Plan plan = plans.of(QueueStore.LEASE, Instant.now(), UUID.randomUUID(), ids, ids[0], ids[31]);
    assertThat(plan.nodes()).as(plan.text()).doesNotContain("Seq Scan", "Bitmap Heap Scan");
    assertThat(plan.indexes())
        .as(plan.text())
        .isNotEmpty()
        .allMatch(index -> index.matches("iam_webhook_deliveries_\\d{8}_pkey"));
    assertThat(Set.copyOf(plan.indexes())).as(plan.text()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aClaimTakesWhatIsAskedForTheOldestFirstAndNotTwice() {
    Instant now = Instant.now();
    List<Want> wants = List.of(new Want(webhook, 32, Instant.EPOCH));
    UUID token = UUID.randomUUID();
    List<Claim> first = claim(wants, token, now);
    List<Claim> second = claim(wants, token, now);
    assertThat(first).hasSize(32).isSortedAccordingTo((a, b) -> a.dueAt().compareTo(b.dueAt()));
    assertThat(second).hasSize(32).doesNotContainAnyElementsOf(first);
    assertThat(second.getFirst().dueAt()).isAfterOrEqualTo(first.getLast().dueAt());
    // When the lease ends they are there again.
    assertThat(claim(wants, token, now.plusSeconds(61))).hasSameElementsAs(first);
  }

  @Test
  void figuresAreCountedUpToABound() {
    QueueFigures.Figures found = figures.of(tenant.id());
    assertThat(found.dead()).isEqualTo(QueueFigures.COUNTED);
    assertThat(found.pending()).isBetween((long) QueueFigures.COUNTED, QueueFigures.COUNTED + 10L);
    assertThat(found.lag()).isBetween(Duration.ofSeconds(45), Duration.ofMinutes(5));
    assertThat(figures.ofAll().dead()).isGreaterThanOrEqualTo(found.dead());
    Object bound = new Integer[] {QueueFigures.COUNTED};
    Plan plan = plans.of(QueueFigures.OPEN_OF_ONE, tenant.id().value(), bound);
    assertThat(plan.unboundedSorts()).as(plan.text()).isEmpty();
    assertThat(plan.nodes()).as(plan.text()).doesNotContain("Bitmap Heap Scan", "Hash Join");
  }

  @Test
  void whoHasNothingUndeliveredIsNotLookedAtForFigures() throws SQLException {
    Organization other = fleet.tenant();
    fleet.webhook(other, "http://localhost:1/", "iam.grant.*");
    fleet.tell(other, 1, 1);
    for (int i = 0; i < 20; i++) {
      // Most have fewer than are counted, so that to read all of one might look cheap.
      Backlog.pending(fleetTenantWithAnEvent().id(), webhook.value(), 10);
    }
    Backlog.analyze();
    assertThat(busy()).contains(tenant.id().toString()).doesNotContain(other.id().toString());
    assertThat(busy()).doesNotHaveDuplicates();
    Object bound = new Integer[] {QueueFigures.COUNTED};
    Plan plan = plans.of(QueueFigures.OPEN_OF_ALL, bound);
    assertThat(plan.unboundedSorts()).as(plan.text()).isEmpty();
    assertThat(plan.nodes())
        .as(plan.text())
        .contains("Recursive Union")
        .doesNotContain("Seq Scan", "Bitmap Heap Scan", "Hash Join");
    assertThat(plan.indexes())
        .as(plan.text())
        .allMatch(index -> index.endsWith("_organization_id_status_id_idx"));
    Plan behind = plans.of(QueueFigures.BEHIND, null, null);
    assertThat(behind.indexes())
        .as(behind.text())
        .noneMatch(index -> index.startsWith("iam_webhook_deliveries"));
  }

  private Organization fleetTenantWithAnEvent() {
    Organization made = fleet.tenant();
    fleet.tell(made, 1, 1);
    return made;
  }

  private List<String> busy() throws SQLException {
    return Rows.texts(BusyOrganizations.WITH + "SELECT organization_id FROM busy");
  }

  private List<Claim> claim(List<Want> wants, UUID token, Instant now) {
    return transactions.call(() -> {
      List<Claim> claims = queue.due(wants, new UUID(0, 0), 512, now);
      queue.lease(claims, token, now.plusSeconds(60));
      return claims;
    });
  }
}
