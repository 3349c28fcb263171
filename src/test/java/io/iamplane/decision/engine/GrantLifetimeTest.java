package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.question.ReasonCode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrantLifetimeTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void people() {
    policy = new TestPolicy().entry("user:ann").entry("user:bob").entry("group:staff");
  }

  private ReasonCode reason(String subject, String permission) {
    return policy.decide(subject, permission).reason();
  }

  private ReasonCode during(
      @Nullable Instant from, @Nullable Instant until, boolean dormant, @Nullable Instant active) {
    return during(new Lifetime(from, until, dormant, active, null));
  }

  private ReasonCode during(Lifetime lifetime) {
    policy = new TestPolicy().entry("user:ann");
    policy.add(
        policy.grantFact(
            "user:ann", "app:read", Effect.PERMIT, null, null, lifetime, Status.ACTIVE, null));
    return reason("user:ann", "app:read");
  }

  @Test
  void grantCountsFromItsFirstMomentUntilItsEnd() {
    Instant before = NOW.minusNanos(1_000);
    Instant after = NOW.plusNanos(1_000);
    assertThat(during(NOW, after, false, null)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(during(after, null, false, null)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(during(null, NOW, false, null)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(during(before, after, false, null)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(during(Instant.MIN, Instant.MAX, false, null))
        .isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void grantThatNeedsActivationIsDormantUntilThen() {
    assertThat(during(null, null, true, null)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(during(null, null, true, NOW)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(during(null, null, true, NOW.plusSeconds(1)))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(during(null, NOW, true, NOW.minusSeconds(9)))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void anActivationCountsUntilItsEnd() {
    Instant before = NOW.minusSeconds(9);
    assertThat(during(new Lifetime(null, null, true, before, NOW)))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(during(new Lifetime(null, null, true, before, NOW.plusNanos(1_000))))
        .isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(during(new Lifetime(null, NOW, true, before, NOW.plusSeconds(9))))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    // It means nothing to a grant that needs no activation.
    assertThat(during(new Lifetime(null, null, false, before, NOW)))
        .isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void revokedAndSuspendedGrantsDoNotCount() {
    for (Status status : new Status[] {Status.REVOKED, Status.SUSPENDED}) {
      for (Effect effect : Effect.values()) {
        policy.add(
            policy.grantFact(
                "user:ann", "app:read", effect, null, null, Lifetime.ALWAYS, status, null));
      }
    }
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    policy.permit("user:ann", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }
}
