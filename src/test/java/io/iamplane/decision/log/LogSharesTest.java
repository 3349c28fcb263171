package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.log.LogShares.Share;
import io.iamplane.shared.OrganizationId;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The room of the log is divided so that every client finds some. */
class LogSharesTest {

  private static final long CAPACITY = 8_000;
  private static final int KIB = 1_024;

  private final LogShares shares = new LogShares(CAPACITY);
  private final OrganizationId tenant = OrganizationId.next();

  @Test
  void clientsOfOneTenantShareItAndTheNextOneFindsRoom() {
    for (int i = 0; i < 5; i++) {
      assertThat(fill(shares.of(tenant, "flood-" + i), 1)).as("client %d", i).isPositive();
    }

    assertThat(fill(shares.of(tenant, "bystander"), 1)).isGreaterThan(5);
    assertThat(fill(shares.of(OrganizationId.next(), "other"), 1)).isGreaterThan(1_000);
  }

  @Test
  void clientsThatTakeTurnsHoldTheSame() {
    Share one = shares.of(tenant, "one");
    Share other = shares.of(tenant, "other");
    int ofOne = 0;
    int ofOther = 0;
    boolean room = true;
    while (room) {
      boolean first = one.take(10);
      boolean second = other.take(10);
      ofOne += first ? 1 : 0;
      ofOther += second ? 1 : 0;
      room = first || second;
    }

    assertThat(ofOne).isBetween(ofOther - 1, ofOther + 1);
  }

  /** Else one batch with long names, six bytes for each character, would stop everyone else. */
  @Test
  void oneRequestTakesAQuarterAtMostThoughAllIsFree() {
    LogShares large = new LogShares(80_000_000);

    assertThat(large.of(tenant, "one").take(20_000_001)).isFalse();
    assertThat(large.held()).isZero();
    assertThat(large.of(tenant, "one").take(20_000_000)).isTrue();
    assertThat(large.of(OrganizationId.next(), "other").take(20_000_000)).isTrue();
    assertThat(large.of(OrganizationId.next(), "next").take(1_000)).isTrue();
  }

  /** The batch of a client that holds nothing passes its threshold, never its tenant's. */
  @Test
  void aLargeRequestOfAClientThatHoldsNothingPasses() {
    fill(shares.of(tenant, "flood"), 10);

    assertThat(shares.of(tenant, "large").take(200)).isTrue();
    assertThat(shares.of(tenant, "huge").take(3_000)).isFalse();
    assertThat(shares.of(OrganizationId.next(), "huge").take(3_000)).isTrue();
  }

  @Test
  void aRequestThatIsLargerThanAllRoomPassesAnEmptyLog() {
    Share share = shares.of(tenant, "large");

    assertThat(share.take(10 * CAPACITY)).isTrue();
    assertThat(share.take(1)).isFalse();
    share.giveBack(10 * CAPACITY);
    assertThat(share.take(1)).isTrue();
  }

  @Test
  void whatIsKeptForTheControlPlaneIsNotTakenByChecks() {
    for (int i = 0; i < 100; i++) {
      fill(shares.of(OrganizationId.next(), "flood"), 10);
    }
    Share gate = shares.of(tenant, "admin");
    assertThat(gate.take(10)).isFalse();

    int reserved = 0;
    while (gate.takeReserved(10)) {
      reserved++;
    }

    assertThat(reserved).as("a thirty-second part for each tenant").isEqualTo(25);
    assertThat(shares.of(OrganizationId.next(), "admin").takeReserved(10)).isTrue();
    gate.giveBackReserved(10);
    assertThat(gate.takeReserved(10)).isTrue();
  }

  /** Before, each client had that part: a few of one tenant took all that is kept. */
  @Test
  void theClientsOfATenantShareItsPartOfTheReserve() {
    Share admin = shares.of(tenant, "admin");
    while (admin.takeReserved(10)) {
      // Until the tenant's part is taken.
    }
    long held = shares.held();

    assertThat(shares.of(tenant, "second").takeReserved(10)).isFalse();
    assertThat(shares.held()).isEqualTo(held);
    assertThat(shares.of(OrganizationId.next(), "admin").takeReserved(10)).isTrue();

    admin.giveBackReserved(10);
    assertThat(shares.of(tenant, "second").takeReserved(10)).isTrue();
    assertThat(admin.takeReserved(10)).isFalse();
  }

  @Test
  void whatIsRefusedTakesNothing() {
    Share share = shares.of(tenant, "one");
    fill(share, 10);
    long held = shares.held();

    assertThat(share.take(10)).isFalse();
    assertThat(share.takeReserved(CAPACITY)).isFalse();
    assertThat(shares.held()).isEqualTo(held);
  }

  @Test
  void afterAnyOrderOfTakingAndGivingBackNothingIsHeld() {
    Random random = new Random(20_261_128);
    record Taken(Share share, long bytes) {}
    List<OrganizationId> tenants = List.of(tenant, OrganizationId.next(), OrganizationId.next());
    List<Taken> taken = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      Share share = shares.of(tenants.get(random.nextInt(3)), "client-" + random.nextInt(4));
      long bytes = 1 + random.nextInt(300);
      if (random.nextBoolean() && share.take(bytes)) {
        taken.add(new Taken(share, bytes));
      } else if (!taken.isEmpty()) {
        Taken back = taken.remove(random.nextInt(taken.size()));
        back.share().giveBack(back.bytes());
      }
      assertThat(shares.held()).isBetween(0L, CAPACITY);
    }
    taken.forEach(each -> each.share().giveBack(each.bytes()));

    assertThat(shares.held()).isZero();
    assertThat(shares.isFullForAll()).isFalse();
  }

  @Test
  void theAlertAndItsPageNameWhereRoomEnds() throws Exception {
    long capacity =
        Long.parseLong(
            DecisionLogConfig.class.getMethod("buffer").getAnnotation(WithDefault.class).value());
    int alone = fill(new LogShares(capacity).of(tenant, "alone"), KIB) / KIB;
    LogShares crowded = new LogShares(capacity);
    int all = 0;
    while (crowded.of(OrganizationId.next(), "one of many").take(KIB * KIB)) {
      all++;
    }

    Path alert = Path.of("deploy/k8s/monitoring/decision-rules.yaml");
    for (Path text : List.of(alert, Path.of("docs/runbooks/IamDecisionLogFilling.md"))) {
      assertThat(text).content().contains(alone + " MiB", all + " MiB");
    }
    assertThat(alert).content().doesNotContain("64 MiB");
  }

  private static int fill(Share share, long bytes) {
    int held = 0;
    while (share.take(bytes)) {
      held++;
    }
    return held;
  }
}
