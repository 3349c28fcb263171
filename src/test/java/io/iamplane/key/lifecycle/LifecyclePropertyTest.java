package io.iamplane.key.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings of rotations, steps, revocations, issues and verifications over weeks. */
class LifecyclePropertyTest {

  private static final int FEW = 400;
  private static final int SEEDS = Integer.getInteger("keys.seeds", 2_000);
  private static final int EVENTS = 200;
  private static final Duration OVERLAP = Duration.ofHours(2);

  @Test
  void noValidTokenIsRefusedAndNoneOfARevokedKeyAccepted() {
    requireCorrect(FEW);
  }

  @Test
  @Tag("ci")
  void noValidTokenIsRefusedAndNoneOfARevokedKeyAcceptedAtVolume() {
    requireCorrect(SEEDS);
  }

  private static void requireCorrect(int seeds) {
    long verified = 0;
    long stated = 0;
    for (long seed = 0; seed < seeds; seed++) {
      KeyWorld world = play(seed, OVERLAP, Lifecycle.JWKS_MAX_AGE);
      verified += world.verified;
      stated += world.stated;
    }
    assertThat(verified).as("tokens shown to verifiers").isGreaterThan(seeds * 100L);
    assertThat(stated).as("refusals within 360 s of a revocation that came early").isPositive();
  }

  @Test
  void verifiersThatKeepTheKeysTooLongAreNoticed() {
    assertThatThrownBy(() -> playAll(OVERLAP, Duration.ofSeconds(400)))
        .hasMessageContaining("a verifier refuses a valid token");
  }

  @Test
  void overlapShorterThanATokenIsNoticed() {
    assertThatThrownBy(() -> playAll(Duration.ofMinutes(30), Lifecycle.JWKS_MAX_AGE))
        .hasMessageContaining("refuses a valid token");
  }

  private static void playAll(Duration overlap, Duration cacheTime) {
    for (long seed = 0; seed < FEW; seed++) {
      play(seed, overlap, cacheTime);
    }
  }

  private static KeyWorld play(long seed, Duration overlap, Duration cacheTime) {
    // Short intervals have many rotations in the same weeks.
    Duration interval = Duration.ofHours(new SplittableRandom(seed).nextInt(1, 24 * 20));
    try {
      KeyWorld world = new KeyWorld(seed, new Lifecycle(interval, overlap), cacheTime);
      world.play(EVENTS);
      return world;
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
