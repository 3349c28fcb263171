package io.iamplane.decision.snapshot;

import static io.iamplane.decision.snapshot.TestTenants.organization;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.OrganizationId;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Five thousand tenants, of which a quarter fits into memory, asked for as popular ones are. */
class EvictionTest {

  private static final int TENANTS = 5_000;
  private static final int FIT = TENANTS / 4;
  private static final int REQUESTS = 400_000;

  /** Before this many of them, memory only fills. */
  private static final int WARM = REQUESTS / 4;

  private static final int REQUESTS_A_TICK = 200;

  private static final ChangeApplier APPLIER = new ChangeApplier(new ObjectMapper());
  private static final TenantPolicy ANY = TestTenants.policy(organization(1), 1);
  private static final long MEMORY = FIT * ANY.weight();

  private final LoadedTenants tenants = new LoadedTenants(new MemoryBudget(MEMORY, MEMORY, 4));
  private final Popularity popularity = new Popularity(TENANTS);
  private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(1);
  private int requests;

  /** One request; whether its tenant was in memory. */
  private boolean ask(int number) {
    if (++requests % REQUESTS_A_TICK == 0) {
      tenants.sweep();
    }
    OrganizationId id = organization(number);
    if (tenants.use(id) != null) {
      return true;
    }
    tenants.use(id, each -> new Tenant(each, APPLIER)).replace(ANY);
    tenants.makeRoom();
    if (tenants.bytes() > MEMORY) {
      throw new AssertionError(tenants.bytes() + " bytes are more than " + MEMORY);
    }
    return false;
  }

  /**
   * Which part of popular requests finds its tenant in memory.
   *
   * @param scans whether, beside, another client asks for one tenant after the other
   */
  private double hits(boolean scans) {
    int hits = 0;
    for (int i = 0; i < REQUESTS; i++) {
      boolean hit = ask(popularity.next(random));
      hits += hit && i >= WARM ? 1 : 0;
      if (scans && i % 4 == 0) {
        ask(i / 4 % TENANTS);
      }
    }
    return (double) hits / (REQUESTS - WARM);
  }

  /** The best is to keep the most popular: no one knows them beforehand. */
  private void assertNearlyBest(double hits, double part) {
    double best = popularity.ofFirst(FIT);
    System.out.printf("in memory: %.3f of requests, %.3f of the best%n", hits, hits / best);
    assertThat(hits).isGreaterThanOrEqualTo(part * best);
  }

  @Test
  void thePopularTenantsAreInMemory() {
    assertNearlyBest(hits(false), 0.97);
  }

  @Test
  void aClientThatAsksForEveryTenantDrivesNoPopularOneOut() {
    assertNearlyBest(hits(true), 0.96);
  }

  @Test
  void whoIsAskedForMoreAndMoreComesToStay() {
    for (int i = 0; i < REQUESTS / 4; i++) {
      ask(popularity.next(random));
    }
    int hits = 0;
    for (int i = 0; i < 40 * REQUESTS_A_TICK; i++) {
      ask(popularity.next(random));
      if (i % (REQUESTS_A_TICK / 4) == 0 && ask(TENANTS + 1)) {
        hits++;
      }
    }
    assertThat(hits).as("of 160 requests").isGreaterThanOrEqualTo(155);
  }
}
