package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.ClauseTerms.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The widest of many terms are kept, and found without looking at each. */
class WidestTermsTest {

  private static final long MIN = Long.MIN_VALUE;
  private static final long MAX = Long.MAX_VALUE;

  private static final Clause A = clause(0);
  private static final Clause B = clause(1);

  private static Clause clause(int number) {
    return ClauseTermsTest.clause("context.c%06d == true".formatted(number));
  }

  private static Scope site(int number) {
    return new Scope("site", Integer.toString(number));
  }

  /** Terms none of which contains another, however many. */
  enum Many {
    SCOPES(i -> new ClauseTerms(site(i), Set.of(), MIN, MAX)),
    CONDITIONS(i -> new ClauseTerms(null, Set.of(clause(i)), MIN, MAX)),
    ONE_CONDITION_MORE(i -> new ClauseTerms(null, Set.of(A, B, clause(i + 2)), MIN, MAX)),
    ONE_CONDITION_LESS(i -> new ClauseTerms(null, Set.of(clause(i), clause(900_000)), MIN, MAX)),
    GRID(i -> new ClauseTerms(null, Set.of(clause(i % 50), clause(50 + i / 50)), MIN, MAX)),
    TIMES(i -> new ClauseTerms(null, Set.of(), i, 1_000_000 + i)),
    TIMES_BACKWARDS(i -> new ClauseTerms(null, Set.of(A), 1_000_000 - i, 3_000_000 - i)),
    ALL(i -> new ClauseTerms(site(i % 7), Set.of(clause(i % 11)), i, 1_000_000 + i));

    private final IntFunction<ClauseTerms> terms;

    Many(IntFunction<ClauseTerms> terms) {
      this.terms = terms;
    }
  }

  @ParameterizedTest
  @EnumSource(Many.class)
  void theStepsFollowTheNumberOfTerms(Many many) {
    requireFewSteps(many, 3_000);
  }

  @ParameterizedTest
  @EnumSource(Many.class)
  @Tag("stress")
  void soTheyDoForManyMore(Many many) {
    requireFewSteps(many, 200_000);
  }

  private static void requireFewSteps(Many many, int count) {
    WidestTerms widest = new WidestTerms();
    for (int i = 0; i < count; i++) {
      assertThat(widest.add(many.terms.apply(i))).isTrue();
    }
    for (int i = 0; i < count; i++) {
      assertThat(widest.cover(many.terms.apply(i), 2_000_000)).isTrue();
    }
    assertThat(widest.all()).hasSize(count);
    assertThat(widest.steps()).as("of %s, for each of %s", many, count).isLessThan(30L * count);
  }

  @ParameterizedTest
  @EnumSource(Many.class)
  void theSameStepsWhenTheNarrowestComeFirst(Many many) {
    int count = 2_000;
    WidestTerms widest = new WidestTerms();
    for (int i = 0; i < count; i++) {
      ClauseTerms terms = many.terms.apply(i);
      Set<Clause> more = new HashSet<>(terms.clauses());
      more.add(clause(999_999));
      widest.add(new ClauseTerms(terms.scope(), more, terms.from(), terms.until()));
    }
    for (int i = 0; i < count; i++) {
      assertThat(widest.add(many.terms.apply(i))).isTrue();
    }
    assertThat(widest.all()).as("the narrower ones are dropped").hasSize(count);
    assertThat(widest.steps()).isLessThan(100L * count);
  }

  /** A group below a group below a group, each on a condition of its own. */
  @ParameterizedTest
  @ValueSource(ints = 3_000)
  void manyConditionsAtOnceTakeNoStack(int count) {
    Set<Clause> clauses = new HashSet<>();
    for (int i = 0; i < count; i++) {
      clauses.add(clause(i));
    }
    WidestTerms widest = new WidestTerms();
    ClauseTerms all = new ClauseTerms(null, clauses, MIN, MAX);
    assertThat(widest.add(all)).isTrue();
    assertThat(widest.add(all)).isFalse();
    clauses.remove(A);
    assertThat(widest.add(new ClauseTerms(null, clauses, MIN, MAX))).isTrue();
    assertThat(widest.add(all)).isFalse();
    assertThat(widest.all()).hasSize(1);
    assertThat(widest.steps()).isLessThan(10L * count);
  }

  @Test
  void theyAreWhatComparingEachWithEachKeeps() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      WidestTerms widest = new WidestTerms();
      List<ClauseTerms> kept = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        ClauseTerms terms = terms(random);
        boolean wider = kept.stream().noneMatch(each -> each.contain(terms));
        if (wider) {
          kept.removeIf(terms::contain);
          kept.add(terms);
        }
        assertThat(widest.add(terms)).as("seed %s, %s", seed, terms).isEqualTo(wider);
        if (random.nextInt(4) == 0) {
          assertThat(widest.all()).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(kept);
        }
        ClauseTerms given = terms(random);
        long now = random.nextInt(5);
        assertThat(widest.cover(given, now))
            .as("seed %s, %s at %s", seed, given, now)
            .isEqualTo(kept.stream().anyMatch(each -> each.covers(given, now)));
      }
    }
  }

  private static ClauseTerms terms(Random random) {
    Set<Clause> clauses = new HashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      clauses.add(clause(random.nextInt(4)));
    }
    Scope scope =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> new Scope("site", "*");
          case 2 -> new Scope(random.nextBoolean() ? "site" : "area", "1");
          default -> site(random.nextInt(3));
        };
    long from = random.nextInt(3) == 0 ? MIN : random.nextInt(4);
    long until = random.nextInt(3) == 0 ? MAX : 2 + random.nextInt(4);
    return new ClauseTerms(scope, clauses, from, until);
  }
}
