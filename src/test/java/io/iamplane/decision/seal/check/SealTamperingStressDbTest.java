package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.SealedDecisions.Checked;
import io.iamplane.decision.seal.check.DecisionTampering.Scene;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two hundred random tamperings of sealed decisions, by the owner of the database: each is found,
 * and its finding vanishes when it is undone. Every tenth run is an hourly one, the others are
 * weekly ones; the tenant has no checkpoint, so that both read all.
 */
@QuarkusTest
@Tag("stress")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SealTamperingStressDbTest {

  private static final Logger LOG = Logger.getLogger(SealTamperingStressDbTest.class);
  private static final int TAMPERINGS = 200;
  private static final int SEALS = 40;
  private static final int HOURLY = 10;

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;

  @Test
  void eachOfTwoHundredIsFoundAndVanishesWhenItIsUndone() throws Exception {
    OrganizationId tenant = platform.tenant().id();
    for (int i = 0; i < SEALS; i++) {
      sealed.seal(tenant, 2 + i);
    }
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    Checked whole = sealed.check(tenant, true);
    assertThat(whole.findings()).isEmpty();
    assertThat(whole.read()).isEqualTo(whole.blocks()).isGreaterThan(800);

    Map<DecisionTampering, Integer> done = new EnumMap<>(DecisionTampering.class);
    DecisionTampering[] kinds = DecisionTampering.values();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (int i = 0; i < TAMPERINGS; i++) {
        DecisionTampering kind = kinds[i < kinds.length ? i : random.nextInt(kinds.length)];
        String what = "seed %d, number %d: %s".formatted(seed, i, kind);
        kind.apply(new Scene(tenant, tampered, random));
        Finding finding = SealedTenant.first(sealed.check(tenant, i % HOURLY != 0));
        assertThat(finding).as(what).isNotNull();
        assertThat(finding.cause()).as(what).isEqualTo(kind.cause());
        tampered.restore();
        assertThat(sealed.check(tenant, i % HOURLY != 0).findings()).as(what + " undone").isEmpty();
        done.merge(kind, 1, Integer::sum);
      }
    }
    assertThat(done).hasSize(kinds.length);
    LOG.infof(
        "%d tamperings of %d sealed blocks, seed %d: all found, all gone when undone; %s",
        TAMPERINGS, whole.blocks(), seed, done);
  }
}
