package io.iamplane.decision.seal.check;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.erasure.CraftedRecords;
import io.iamplane.decision.erasure.ErasedTenant;
import io.iamplane.decision.seal.check.DecisionTampering.Scene;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
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
 * weekly ones; the tenant has no checkpoint, so that both read all. Some blocks lost records by an
 * erasure, and every third tampering is of such a block.
 */
@QuarkusTest
@Tag("stress")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SealTamperingStressDbTest {

  private static final Logger LOG = Logger.getLogger(SealTamperingStressDbTest.class);
  private static final int TAMPERINGS = 200;
  private static final int SEALS = 40;
  private static final int HOURLY = 10;
  private static final int STUBS = 3;

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject ErasedTenant erased;

  private final Map<StubTampering, Integer> stubs = new EnumMap<>(StubTampering.class);

  @Test
  void eachOfTwoHundredIsFoundAndVanishesWhenItIsUndone() throws Exception {
    AdminTenant api = new AdminTenant(platform);
    OrganizationId tenant = api.organization().id();
    String ann = api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    for (int i = 0; i < SEALS; i++) {
      erased.seal(
          CraftedRecords.block(
              tenant, about("user:bert"), about("user:" + ann), about("user:carl" + i)));
    }
    erased.erase(tenant, ann);
    erased.run();
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
        FindingCause cause = kind.cause();
        if (i >= kinds.length && i % STUBS == 0) {
          what = what + " of an erased record";
          stub(tenant, tampered, random);
          cause = FindingCause.DECISION_BLOCK_ALTERED;
        } else {
          kind.apply(new Scene(tenant, tampered, random));
        }
        Finding finding = SealedTenant.first(sealed.check(tenant, i % HOURLY != 0));
        assertThat(finding).as(what).isNotNull();
        assertThat(finding.cause()).as(what).isEqualTo(cause);
        tampered.restore();
        assertThat(sealed.check(tenant, i % HOURLY != 0).findings()).as(what + " undone").isEmpty();
        done.merge(kind, 1, Integer::sum);
      }
    }
    assertThat(done).hasSize(kinds.length);
    assertThat(stubs).hasSize(StubTampering.values().length);
    LOG.infof(
        "%d tamperings of %d sealed blocks, seed %d: all found, all gone when undone; %s, %s",
        TAMPERINGS, whole.blocks(), seed, done, stubs);
  }

  private void stub(OrganizationId tenant, TamperedDecisions tampered, Random random)
      throws SQLException {
    StubTampering[] kinds = StubTampering.values();
    int number = stubs.values().stream().mapToInt(Integer::intValue).sum();
    StubTampering kind = kinds[number < kinds.length ? number : random.nextInt(kinds.length)];
    List<TamperedDecisions.Named> blocks =
        tampered.blocks().stream()
            .filter(each -> BlockLines.of(each.body()).size() < BlockLines.all(each.body()).size())
            .toList();
    TamperedDecisions.Named block = blocks.get(random.nextInt(blocks.size()));
    kind.apply(tenant, tampered, block.id(), block.body(), random);
    stubs.merge(kind, 1, Integer::sum);
  }
}
