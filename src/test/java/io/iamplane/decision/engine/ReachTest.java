package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.ClauseTerms.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rights with the widest terms on which they are held. */
class ReachTest {

  private static final long NOW = 1_000;
  private static final String READ = "shop:read";
  private static final String CLOSE = "shop:close";

  private static final ClauseTerms SOON = new ClauseTerms(null, Set.of(), Long.MIN_VALUE, NOW + 60);
  private static final ClauseTerms SITE =
      new ClauseTerms(new Scope("site", "1"), Set.of(), Long.MIN_VALUE, Long.MAX_VALUE);
  private static final ClauseTerms TRUSTED =
      new ClauseTerms(
          null,
          Set.of(ClauseTermsTest.clause("subject.trusted == true")),
          Long.MIN_VALUE,
          Long.MAX_VALUE);

  @Test
  void onlyTheWidestTermsAreKept() {
    Reach reach = new Reach();
    assertThat(reach.add(READ, SOON)).isTrue();
    assertThat(reach.add(READ, SOON)).as("the same again").isFalse();
    assertThat(reach.add(READ, SITE)).as("wider in time, narrower in place").isTrue();
    assertThat(reach.add(READ, ClauseTerms.ALWAYS)).isTrue();
    assertThat(reach.add(READ, SITE)).as("contained").isFalse();
  }

  @Test
  void termsThatDoNotContainOneAnotherAreNotJoined() {
    Reach reach = new Reach();
    reach.add(READ, SOON);
    reach.add(READ, SITE);
    assertThat(reach.covers(READ, SOON, NOW)).isTrue();
    assertThat(reach.covers(READ, SITE, NOW)).isTrue();
    assertThat(reach.covers(READ, ClauseTerms.ALWAYS, NOW)).as("everywhere and for ever").isFalse();
    assertThat(reach.covers(CLOSE, SITE, NOW)).isFalse();
  }

  @Test
  void whatIsMissingIsNamedInOrder() {
    Reach given = Reach.always(List.of(READ, CLOSE));
    assertThat(given.first()).contains(CLOSE);
    assertThat(given.firstNotCovered((right, _) -> right.equals(CLOSE))).contains(READ);
    assertThat(given.firstNotCovered((_, _) -> true)).isEmpty();
    assertThat(new Reach().firstNotCovered((_, _) -> false)).isEmpty();
    assertThat(new Reach().first()).isEmpty();
  }

  @Test
  void everyOneOfTheTermsMustBeCovered() {
    Reach given = new Reach();
    given.add(READ, SOON);
    given.add(READ, SITE);
    assertThat(given.firstNotCovered((_, terms) -> terms.equals(SOON))).contains(READ);
  }

  @Test
  void furtherLimitsLeaveNothingOfWhatIsOverThen() {
    Reach reach = Reach.always(List.of(READ));
    assertThat(reach.under(SOON, NOW).covers(READ, SOON, NOW)).isTrue();
    assertThat(reach.under(SOON, NOW).covers(READ, ClauseTerms.ALWAYS, NOW)).isFalse();
    assertThat(reach.under(SOON, NOW + 59).isEmpty()).isFalse();
    assertThat(reach.under(SOON, NOW + 60).isEmpty()).as("from its end on").isTrue();
  }

  @Test
  void rightsAreTakenOutWhole() {
    Reach reach = Reach.always(List.of(READ, CLOSE));
    assertThat(reach.without(Set.of(READ)).first()).contains(CLOSE);
    assertThat(reach.without(Set.of(READ, CLOSE)).isEmpty()).isTrue();
    assertThat(reach.only(READ::equals).covers(READ, ClauseTerms.ALWAYS, NOW)).isTrue();
    assertThat(reach.only(READ::equals).covers(CLOSE, ClauseTerms.ALWAYS, NOW)).isFalse();
    assertThat(reach.isEmpty()).as("it is as it was").isFalse();
    assertThat(reach.first()).contains(CLOSE);
  }

  @Test
  void attributesBringOnlyWhatTheyHeldBack() {
    Reach reach = new Reach();
    reach.add(READ, TRUSTED);
    reach.add(CLOSE, SITE);
    Reach gained = reach.gained(AttributeChange.ofSubject(Map.of(), Map.of("trusted", true)));
    assertThat(gained.covers(READ, ClauseTerms.ALWAYS, NOW)).isTrue();
    assertThat(gained.covers(CLOSE, SITE, NOW)).isFalse();
    assertThat(reach.gained(AttributeChange.ofSubject(Map.of("trusted", true), Map.of())).isEmpty())
        .isTrue();
  }
}
