package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.BuiltChain;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two thousand random tamperings on a chain of a hundred thousand records with a checkpoint every
 * five thousand. They pile up from the end to the beginning, so that each must be the first that is
 * found. Verification starts at the last checkpoint that is left, every fiftieth time at the first
 * record.
 */
@QuarkusTest
@Tag("stress")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class TamperingStressDbTest {

  private static final Logger LOG = Logger.getLogger(TamperingStressDbTest.class);
  private static final int TAMPERINGS = 2_000;
  private static final int RECORDS = 100_000;
  private static final int BETWEEN = 5_000;
  private static final int FULL_EVERY = 50;

  @Inject TestPlatform platform;
  @Inject ChainVerifier verifier;
  @Inject CheckpointService checkpoints;

  @Test
  void eachOfTwoThousandIsFoundWhereItIs() throws Exception {
    OrganizationId tenant = platform.tenant().id();
    try (Connection owner = Rows.open()) {
      for (int done = 0; done < RECORDS; done += BETWEEN) {
        BuiltChain.append(owner, tenant, BETWEEN);
        checkpoints.create(platform.command(), tenant);
      }
      BuiltChain.append(owner, tenant, 100);
    }
    Verification whole = verify(tenant, true);
    assertThat(whole.finding()).isNull();
    assertThat(whole.toSeq()).isGreaterThan(RECORDS);

    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    List<Long> places = places(random, whole.toSeq());
    long checkpoint = Long.MAX_VALUE;
    try (TamperedChain chain = new TamperedChain(tenant)) {
      for (int i = 0; i < places.size(); i++) {
        long seq = places.get(i);
        String tampering = RandomTampering.of(random, seq);
        chain.run(tampering);
        if (checkpoint >= seq) {
          // What the owner would do who knows how this works.
          checkpoint = lastBefore(tenant, seq);
          chain.runIfAny("DELETE FROM iam_audit_checkpoints WHERE :o AND size >= " + seq);
        }
        Verification found = verify(tenant, i % FULL_EVERY == 0);
        String what = "seed %d: %s".formatted(seed, tampering);
        assertThat(found.finding()).as(what).isNotNull();
        assertThat(found.finding().cause()).as(what).isIn(RandomTampering.causes(tampering));
        assertThat(found.finding().seq()).as(what).isEqualTo(seq);
      }
    }
    assertThat(verify(tenant, true).valid()).isTrue();
    LOG.infof("%d tamperings of %d records, seed %d: all found", TAMPERINGS, RECORDS, seed);
  }

  /**
   * Different ones, the last first; the end stays, or the chain would only be cut. No two are
   * neighbours: a record that is gone, before one with another number in its text, is found where
   * it was, but as one that was renumbered.
   */
  private static List<Long> places(Random random, long last) {
    TreeSet<Long> places = new TreeSet<>(Comparator.reverseOrder());
    LongStream.generate(() -> 1 + 2 * random.nextLong((last - 1) / 2))
        .takeWhile(place -> places.size() < TAMPERINGS)
        .forEach(places::add);
    return List.copyOf(places);
  }

  private static long lastBefore(OrganizationId tenant, long seq) throws java.sql.SQLException {
    return Long.parseLong(
        Rows.texts(
                "SELECT coalesce(max(size), 0) FROM iam_audit_checkpoints WHERE organization_id ="
                    + " '%s' AND size < %d".formatted(tenant, seq))
            .getFirst());
  }

  private Verification verify(OrganizationId tenant, boolean full) {
    return verifier.verify(tenant, new ChainVerifier.Plan(full, List.of(), null));
  }
}
