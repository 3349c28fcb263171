package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Micros;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The privileged rights of subjects, held plainly or had on any terms. */
class RightsReaderTest {

  private static final Instant NOW = TestPolicy.NOW;
  private static final Instant LATER = NOW.plus(Duration.ofHours(1));
  private static final SubjectRef ANN = TestPolicy.ref("user:ann");
  private static final SubjectRef SITE = TestPolicy.ref("site:1");
  private static final Condition TRUSTED = TestPolicy.condition("subject.trusted == true");

  private final TestPolicy policy = new TestPolicy();

  RightsReaderTest() {
    hot("app:hot");
    hot("app:boss");
    policy.entry("user:ann").entry("group:crew").entry("group:outer");
    policy.member("group:crew", "outer");
  }

  private void hot(String key) {
    policy.add(new PermissionFact(key, "app", null, null, null, Risk.HIGH, Aal.AAL1));
  }

  private RightsReader reader() {
    PolicySnapshot snapshot = policy.snapshot();
    return new RightsReader(snapshot, new Powers(snapshot), Micros.of(NOW));
  }

  private static Right on(String key, SubjectRef resource) {
    return Right.of(key).on(resource);
  }

  private void timed(Instant from, Instant until, boolean activation) {
    policy.add(
        policy.grantFact(
            "user:ann",
            "app:hot",
            Effect.PERMIT,
            null,
            null,
            new Lifetime(from, until, activation, null, null),
            Status.ACTIVE,
            null));
  }

  @Test
  void whatIsHeldWithoutConditionsIsHeldPlainlyWhereItIs() {
    policy.permit("user:ann", "app:hot", "site:1").permit("user:*", "app:hot", "site:*");
    policy.member("user:ann", "crew").permit("group:outer", "app:boss");
    assertThat(reader().plain(ANN))
        .isEqualTo(
            Map.of(
                "app:hot",
                Map.of(SITE, Right.ALWAYS, new SubjectRef("site", "*"), Right.ALWAYS),
                "app:boss",
                Map.of(Right.ANY, Right.ALWAYS)));
  }

  @Test
  void aConditionOfTheGrantOrOnTheWayMakesItNotPlain() {
    policy.grant("user:ann", "app:hot", Effect.PERMIT, null, TRUSTED);
    policy.member("user:ann", "crew", TRUSTED).permit("group:outer", "app:boss");
    assertThat(reader().plain(ANN)).isEmpty();
    assertThat(reader().of(Set.of(ANN)))
        .containsExactlyInAnyOrder(Right.of("app:hot"), Right.of("app:boss"));
  }

  @Test
  void whatEndsIsHeldUntilThenAndWhatBeginsLaterIsNotHeldYet() {
    timed(null, LATER, false);
    assertThat(reader().plain(ANN)).isEqualTo(hotUntil(LATER));
    assertThat(reader().of(Set.of(ANN)))
        .containsExactly(new Right("app:hot", Right.ANY, Micros.of(LATER)));
    timed(LATER, null, false);
    assertThat(reader().plain(ANN)).isEqualTo(hotUntil(LATER));
  }

  @Test
  void soIsWhatAMembershipPassesOn() {
    member("crew", LATER);
    policy.permit("group:crew", "app:hot");
    assertThat(reader().plain(ANN)).isEqualTo(hotUntil(LATER));
  }

  private static Map<String, Map<SubjectRef, Long>> hotUntil(Instant end) {
    return Map.of("app:hot", Map.of(Right.ANY, Micros.of(end)));
  }

  private void member(String group, Instant until) {
    SubjectRef of = new SubjectRef("group", group);
    policy.add(
        new RelationFact(
            group, new RelationFact.Subject(ANN, null), "member", of, null, null, until));
  }

  @Test
  void aMembershipThatHasEndedCountsForNothing() {
    member("crew", NOW);
    policy.permit("group:crew", "app:hot").deny("group:outer", "app:boss");
    assertThat(reader().of(Set.of(ANN))).isEmpty();
    assertThat(reader().denied(Set.of(ANN))).isEmpty();
    assertThat(reader().holders(Set.of(ANN))).doesNotContain(TestPolicy.ref("group:crew"));
  }

  @Test
  void theWayToAGroupThatLastsLongestCounts() {
    Instant latest = LATER.plus(Duration.ofHours(1));
    policy.entry("group:other").member("group:other", "outer").permit("group:outer", "app:hot");
    member("outer", NOW.plusSeconds(1));
    member("crew", latest);
    member("other", LATER);
    assertThat(reader().plain(ANN)).isEqualTo(hotUntil(latest));
  }

  @Test
  void whatMustBeActivatedIsNotPlain() {
    timed(null, null, true);
    assertThat(reader().plain(ANN)).isEmpty();
    assertThat(reader().of(Set.of(ANN))).containsExactly(Right.of("app:hot"));
  }

  @Test
  void denialsAreReadApart() {
    policy.permit("user:ann", "app:hot").deny("user:ann", "app:boss", "site:1");
    assertThat(reader().of(Set.of(ANN))).containsExactly(Right.of("app:hot"));
    assertThat(reader().denied(Set.of(ANN))).containsExactly(on("app:boss", SITE));
  }

  @Test
  void whatTheOtherNameHasIsHeldToo() {
    SubjectRef cy = TestPolicy.ref("user:7");
    policy
        .add(new SubjectFact(cy, "cy@x", true, Map.of()))
        .add(new SubjectFact(TestPolicy.ref("group:8"), "ops", true, Map.of()))
        .permit("user:cy@x", "app:hot")
        .member("user:cy@x", "8")
        .permit("group:ops", "app:boss");
    assertThat(reader().of(Set.of(cy)))
        .containsExactlyInAnyOrder(Right.of("app:hot"), Right.of("app:boss"));
    assertThat(reader().plain(cy)).containsOnlyKeys("app:hot", "app:boss");
  }

  @Test
  void everyonesRightsAreNotOnesOwn() {
    policy.permit("user:*", "app:hot").permit("user:ann", "app:boss");
    assertThat(reader().own(ANN)).containsExactly(Right.of("app:boss"));
  }

  @Test
  void whatAnAttributeOpensIsFoundInTheGrantAndOnTheWayToIt() {
    policy.grant("user:ann", "app:hot", Effect.PERMIT, "site:1", TRUSTED);
    policy.grant("user:ann", "app:boss", Effect.DENY, null, TRUSTED);
    policy.member("user:ann", "crew", TRUSTED).permit("group:outer", "app:boss");
    policy.permit("user:ann", "app:boss", "site:2");
    AttributeChange opens = AttributeChange.ofSubject(Map.of(), Map.of("trusted", true));
    assertThat(reader().gained(Set.of(ANN), opens))
        .containsExactlyInAnyOrder(on("app:hot", SITE), Right.of("app:boss"));
    assertThat(reader().freed(Set.of(ANN), opens)).isEmpty();
    AttributeChange closes =
        AttributeChange.ofSubject(Map.of("trusted", true), Map.of("trusted", false));
    assertThat(reader().gained(Set.of(ANN), closes)).isEmpty();
    assertThat(reader().freed(Set.of(ANN), closes)).containsExactly(Right.of("app:boss"));
    AttributeChange other = AttributeChange.ofSubject(Map.of(), Map.of("desk", 1));
    assertThat(reader().gained(Set.of(ANN), other)).isEmpty();
  }

  @Test
  void attributesThatConditionsOfRelationsReadAreKnownByTheRelationsName() {
    policy.relation("user:ann", "keeper", "site:1", TRUSTED);
    policy.relation("area:1", "parent", "site:1", TestPolicy.condition("resource.open == true"));
    PolicySnapshot snapshot = policy.snapshot();
    AttributeChange trusted = AttributeChange.ofSubject(Map.of(), Map.of("trusted", 1));
    AttributeChange open = AttributeChange.ofResource(Map.of(), Map.of("open", 1));
    assertThat(snapshot.isReadByRelation("keeper", trusted)).isTrue();
    assertThat(snapshot.isReadByRelation("parent", trusted)).isFalse();
    assertThat(snapshot.isReadByRelation("parent", open)).isTrue();
    assertThat(snapshot.isReadByRelation("nothing", open)).isFalse();
    assertThat(snapshot.isReadByRelations(open)).isTrue();
    AttributeChange other = AttributeChange.ofResource(Map.of(), Map.of("trusted", 1));
    assertThat(snapshot.isReadByRelations(other)).isFalse();
    assertThat(snapshot.isBelowForSome()).isFalse();
  }

  /** Both ways, as versions follow one another. */
  @Test
  void anAttributeIsReadAsLongAsOneRelationReadsIt() {
    RelationFact[] facts =
        IntStream.range(0, 2)
            .mapToObj(i ->
                new RelationFact(
                    "t" + i,
                    new RelationFact.Subject(ANN, null),
                    "parent",
                    new SubjectRef("site", "s" + i),
                    TRUSTED,
                    null,
                    null))
            .toArray(RelationFact[]::new);
    PolicySnapshot both = policy.add(facts[0]).add(facts[1]).snapshot();
    PolicySnapshot one = without(both, facts[0], 8);
    PolicySnapshot none = without(one, facts[1], 9);
    assertThat(List.of(both, one, none).stream().map(PolicySnapshot::isBelowForSome))
        .containsExactly(true, true, false);
  }

  private static PolicySnapshot without(PolicySnapshot snapshot, RelationFact fact, long version) {
    return snapshot.apply(version, List.of(FactChange.removed(fact)));
  }

  @Test
  void groupsThatAreSharedAreVisitedOnce() {
    policy.member("user:ann", "crew").entry("user:bob").member("user:bob", "crew");
    policy.permit("group:outer", "app:hot", "site:1").permit("group:outer", "app:hot", "site:2");
    RightsReader reader = reader();
    assertThat(reader.of(Set.of(ANN, TestPolicy.ref("user:bob")))).hasSize(2);
    assertThat(reader.steps()).as("three memberships, two grants and their rights").isEqualTo(7);
  }

  @Test
  void moreThanAQuestionMayLookAtIsRefused() {
    Set<String> many =
        IntStream.range(0, 1_000).mapToObj(i -> "app:hot" + i).collect(Collectors.toSet());
    many.forEach(this::hot);
    policy.add(new RoleFact("much", many, Set.of(), Set.of(), false));
    for (int i = 0; i < RightsReader.MAX_STEPS / 1_000 - 1; i++) {
      policy.permit("user:ann", "much", "site:" + i);
    }
    assertThat(reader().of(Set.of(ANN))).isNotEmpty();
    policy.permit("user:ann", "much");
    RightsReader reader = reader();
    assertThatThrownBy(() -> reader.of(Set.of(ANN)))
        .isInstanceOf(RightsReader.TooWideException.class);
  }

  @Test
  void soIsMoreThanAllQuestionsMay() {
    policy.permit("user:ann", "app:hot");
    RightsReader reader = reader();
    for (int i = 0; i < RightsReader.MAX_ALL_STEPS / 2; i++) {
      assertThat(reader.of(Set.of(ANN)).size()).isOne();
    }
    assertThatThrownBy(() -> reader.of(Set.of(ANN)))
        .isInstanceOf(RightsReader.TooWideException.class);
  }
}
