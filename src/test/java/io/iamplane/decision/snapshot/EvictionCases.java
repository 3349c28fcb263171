package io.iamplane.decision.snapshot;

import static io.iamplane.decision.snapshot.TestTenants.organization;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.OrganizationId;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * Many tenants, of which a quarter fits into memory, asked for as popular ones are. The work grows
 * with the square of their number.
 */
abstract class EvictionCases {

  /** So many ticks pass while as many tenants as there are were asked for. */
  private static final int TICKS = 25;

  private static final ChangeApplier APPLIER = new ChangeApplier(new ObjectMapper());
  private static final TenantPolicy ANY = TestTenants.policy(organization(1), 1);

  private final int many;
  private final int fit;
  private final int requestsATick;
  private final int asked;

  /** Before this many requests, memory only fills. */
  private final int warm;

  private final long memory;
  private final LoadedTenants tenants;
  private final Popularity popularity;
  private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(1);
  private int requests;

  EvictionCases(int many) {
    this.many = many;
    this.fit = many / 4;
    this.requestsATick = many / TICKS;
    this.asked = 80 * many;
    this.warm = asked / 4;
    this.memory = fit * ANY.weight();
    this.tenants = new LoadedTenants(new MemoryBudget(memory, memory, 4));
    this.popularity = new Popularity(many);
  }

  /** Makes one request; returns true if its tenant was in memory. */
  private boolean ask(int number) {
    if (++requests % requestsATick == 0) {
      tenants.sweep();
    }
    OrganizationId id = organization(number);
    if (tenants.use(id) != null) {
      return true;
    }
    tenants.use(id, each -> new Tenant(each, APPLIER)).replace(ANY);
    tenants.makeRoom();
    if (tenants.bytes() > memory) {
      throw new AssertionError(tenants.bytes() + " bytes are more than " + memory);
    }
    return false;
  }

  /**
   * The part of popular requests that finds its tenant in memory.
   *
   * @param scans true if another client asks for one tenant after the other meanwhile
   */
  private double hits(boolean scans) {
    int hits = 0;
    for (int i = 0; i < asked; i++) {
      boolean hit = ask(popularity.next(random));
      hits += hit && i >= warm ? 1 : 0;
      if (scans && i % 4 == 0) {
        ask(i / 4 % many);
      }
    }
    return (double) hits / (asked - warm);
  }

  /** The best is to keep the most popular: no one knows them beforehand. */
  private void assertNearlyBest(double hits, double part) {
    double best = popularity.ofFirst(fit);
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
    for (int i = 0; i < asked / 4; i++) {
      ask(popularity.next(random));
    }
    int hits = 0;
    for (int i = 0; i < 40 * requestsATick; i++) {
      ask(popularity.next(random));
      if (i % (requestsATick / 4) == 0 && ask(many + 1)) {
        hits++;
      }
    }
    assertThat(hits).as("of 160 requests").isGreaterThanOrEqualTo(155);
  }
}
