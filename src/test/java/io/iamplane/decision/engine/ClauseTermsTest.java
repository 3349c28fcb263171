package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ClauseTerms cover others by resource, by conditions and by time, to the microsecond. */
class ClauseTermsTest {

  private static final long NOW = 1_000;
  private static final long MIN = Long.MIN_VALUE;
  private static final long MAX = Long.MAX_VALUE;

  private static final Clause A = clause("context.a == true");
  private static final Clause B = clause("context.b == true");
  private static final Clause TRUSTED = clause("subject.trusted == true");

  @ParameterizedTest
  @CsvSource({
    // held from, held until, given until, may be given now
    "-1, 2000, 2000, true",
    "1000, 2000, 2000, true",
    "1001, 2000, 2000, false",
    "-1, 2000, 2001, false",
    "-1, 2000, 1999, true",
    "-1, 2000, 9223372036854775807, false",
    "-1, 9223372036854775807, 9223372036854775807, true",
  })
  void nothingIsGivenBeforeItIsHeldNorForLonger(
      long from, long until, long givenUntil, boolean covered) {
    assertThat(between(from, until).covers(between(MIN, givenUntil), NOW)).isEqualTo(covered);
    assertThat(between(from, until).covers(between(NOW + 500, givenUntil), NOW))
        .as("what is given begins later")
        .isEqualTo(covered);
  }

  @Test
  void whatContainsBeginsNoLaterAtThat() {
    assertThat(between(10, 20).contain(between(10, 20))).isTrue();
    assertThat(between(10, 20).contain(between(9, 20))).isFalse();
    assertThat(between(10, 20).contain(between(10, 21))).isFalse();
    assertThat(between(9, 21).contain(between(10, 20))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1000, false", // its first moment without the right is now
    "999, false",
    "1001, true",
  })
  void termsAreOverAtTheirFirstMomentWithout(long until, boolean left) {
    assertThat(between(MIN, until).isOver(NOW)).isNotEqualTo(left);
  }

  @Test
  void anEmptySpanIsOverBeforeItBegins() {
    assertThat(between(2_000, 2_000).isOver(NOW)).isTrue();
    assertThat(between(2_000, 2_001).isOver(NOW)).isFalse();
    assertThat(ClauseTerms.ALWAYS.isOver(NOW)).isFalse();
    assertThat(ClauseTerms.ALWAYS.isOver(MAX)).as("the end of time").isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // held, given, covered
        "-, -, true",
        "-, site:1, true",
        "-, site:*, true",
        "site:1, -, false",
        "site:1, site:1, true",
        "site:1, site:2, false",
        "site:1, site:*, false",
        "site:*, site:*, true",
        // Below it may be things of other types, which every site leaves out.
        "site:*, site:1, false",
        "site:*, -, false",
        "site:*, area:1, false",
        "site:1, area:1, false",
        "site:1, site:01, false",
      })
  void aScopeCoversItsOwnResources(String held, String given, boolean covered) {
    assertThat(on(held).covers(on(given), NOW)).isEqualTo(covered);
    assertThat(on(held).contain(on(given))).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "context.a == true ; true",
        "subject.ops == true ; true",
        "subject.ops == true && context.a == true ; false",
        "subject.ops == true || context.a == true ; true",
        "subject.night == true ; false",
        "subject.night == true || context.a == true ; false",
        "subject.type == \"user\" ; false",
        "!has(subject.night) ; false",
        "resource.owner == subject.ops ; false",
      })
  void whatIsReadOfTheSubjectMustBeCertain(String condition, boolean assured)
      throws ConditionSyntaxException {
    AttributeChange own = AttributeChange.none(Map.of("ops", true));
    ClauseTerms terms =
        new ClauseTerms(
            null,
            Set.of(Clause.of(Conditions.compile(condition, AttributeSchema.EMPTY))),
            Long.MIN_VALUE,
            Long.MAX_VALUE);
    assertThat(terms.isAssured(own)).isEqualTo(assured);
  }

  @Test
  void everyConditionOfWhatIsHeldIsOneOfWhatIsGiven() {
    assertThat(when(A).covers(when(A), NOW)).isTrue();
    assertThat(when(A).covers(when(A, B), NOW)).isTrue();
    assertThat(when(A, B).covers(when(A), NOW)).isFalse();
    assertThat(when(A).covers(ClauseTerms.ALWAYS, NOW)).isFalse();
    assertThat(when(A).covers(when(B), NOW)).isFalse();
    assertThat(ClauseTerms.ALWAYS.covers(when(A), NOW)).isTrue();
    assertThat(when(Clause.ACTIVATION).covers(ClauseTerms.ALWAYS, NOW)).isFalse();
    assertThat(when(clause("context.a==true")).covers(when(A), NOW)).as("spelling").isTrue();
  }

  @Test
  void bothLimitsAtOnceAreTheNarrowerOnes() {
    ClauseTerms outer = new ClauseTerms(null, Set.of(A), 10, 30);
    ClauseTerms inner = new ClauseTerms(new Scope("site", "1"), Set.of(B), 20, 40);
    assertThat(outer.and(inner))
        .isEqualTo(new ClauseTerms(new Scope("site", "1"), Set.of(A, B), 20, 30));
    assertThat(inner.and(ClauseTerms.ALWAYS)).isEqualTo(inner);
    assertThat(inner.withoutScope()).isEqualTo(new ClauseTerms(null, Set.of(B), 20, 40));
  }

  @Test
  void attributesBringWhatTheirConditionsHeldBack() {
    Map<String, Object> none = Map.of();
    Map<String, Object> trusted = Map.of("trusted", true);
    Map<String, Object> distrusted = Map.of("trusted", false);
    assertThat(when(TRUSTED, A).gained(AttributeChange.ofSubject(none, trusted))).contains(when(A));
    assertThat(when(TRUSTED).gained(AttributeChange.ofSubject(distrusted, trusted)))
        .contains(ClauseTerms.ALWAYS);
    assertThat(when(TRUSTED).gained(AttributeChange.ofSubject(trusted, trusted)))
        .as("it was so")
        .isEmpty();
    assertThat(when(TRUSTED).gained(AttributeChange.ofSubject(trusted, distrusted)))
        .as("it is lost")
        .isEmpty();
    assertThat(when(TRUSTED).gained(AttributeChange.ofSubject(none, Map.of("desk", 7))))
        .as("another one")
        .isEmpty();
    assertThat(when(A).gained(AttributeChange.ofSubject(none, trusted)))
        .as("read by no condition")
        .isEmpty();
    assertThat(ClauseTerms.ALWAYS.gained(AttributeChange.ofSubject(none, trusted)))
        .isEqualTo(Optional.empty());
  }

  private static ClauseTerms between(long from, long until) {
    return new ClauseTerms(null, Set.of(), from, until);
  }

  private static ClauseTerms on(String scope) {
    if (scope == null) {
      return ClauseTerms.ALWAYS;
    }
    String[] parts = scope.split(":", 2);
    return new ClauseTerms(new Scope(parts[0], parts[1]), Set.of(), MIN, MAX);
  }

  private static ClauseTerms when(Clause... clauses) {
    return new ClauseTerms(null, Set.of(clauses), MIN, MAX);
  }

  static Clause clause(String text) {
    try {
      return Clause.of(Conditions.compile(text, AttributeSchema.EMPTY));
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
