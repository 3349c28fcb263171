package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.NOW;
import static io.iamplane.decision.engine.TestPolicy.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Decisions by what begins later: it denies, and permits nothing. */
class DecisionAheadTest {

  private static final Instant LATER = NOW.plusSeconds(3_600);
  private static final Instant LATEST = LATER.plusSeconds(3_600);
  private static final Instant EARLIER = NOW.minusSeconds(1);

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void people() {
    policy = new TestPolicy().entry("user:ann").entry("group:staff").entry("group:all");
  }

  @Test
  void aDenialThatBeginsLaterDenies() {
    policy.permit("user:ann", "app:read");
    grant("user:ann", Effect.DENY, LATER, LATEST, null);
    assertThat(present()).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATER.minusNanos(1_000))).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATER)).isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void aPermitThatBeginsLaterPermitsNothing() {
    grant("user:ann", Effect.PERMIT, LATER, null, null);
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void aMembershipThatBeginsLaterDeniesButDoesNotPermit() {
    member("user:ann", "staff", LATER, null);
    policy.permit("group:staff", "app:read");
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    policy.permit("user:ann", "app:read");
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    policy.deny("group:staff", "app:read");
    assertThat(present()).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATER.minusNanos(1_000))).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATER)).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void laterMembershipsAndLaterDenialsMeet() {
    policy.permit("user:ann", "app:read");
    member("user:ann", "staff", LATER, null);
    member("group:staff", "all", LATEST, null);
    grant("group:all", Effect.DENY, LATER, null, null);
    assertThat(present()).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATER)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(ahead(LATEST)).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void aMembershipThatHasBegunPermitsBesideALaterOne() {
    policy.member("user:ann", "staff");
    member("user:ann", "all", LATER, null);
    policy.member("group:staff", "all").permit("group:all", "app:read");
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void whatHasEndedOrIsFalseDeniesNothing() {
    policy.permit("user:ann", "app:read").deny("group:staff", "app:read");
    member("user:ann", "staff", EARLIER, NOW);
    grant("user:ann", Effect.DENY, EARLIER, NOW, null);
    grant("user:ann", Effect.DENY, LATER, null, StubCondition.FALSE);
    assertThat(ahead(Instant.MAX)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  private void grant(
      String subject,
      Effect effect,
      Instant from,
      @Nullable Instant until,
      @Nullable Condition condition) {
    Lifetime lifetime = new Lifetime(from, until, false, null, null);
    policy.add(
        policy.grantFact(
            subject, "app:read", effect, null, condition, lifetime, Status.ACTIVE, null));
  }

  private void member(String member, String group, Instant from, @Nullable Instant until) {
    policy.add(
        new RelationFact(
            member + group,
            RelationFact.Subject.of(ref(member)),
            "member",
            new SubjectRef(SubjectRef.GROUP, group),
            null,
            from,
            until));
  }

  private ReasonCode present() {
    return policy.decide("user:ann", "app:read").reason();
  }

  private ReasonCode ahead(Instant until) {
    return policy.decideAhead("user:ann", "app:read", until).reason();
  }
}
