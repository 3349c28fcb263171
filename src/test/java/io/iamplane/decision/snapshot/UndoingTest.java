package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.change.EndedTokens;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.PastChange;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Limits of one page of changes to undo. */
class UndoingTest {

  private static final LongPredicate ANY = _ -> true;

  private static PastChange change(long version, String image) {
    return new PastChange(
        version, image.length(), new PolicyChange("relation", null, TextNode.valueOf(image)));
  }

  /** Adds rows of a version; returns the number that fit. */
  private static int rows(Undoing undoing, long version, int rows) {
    for (int i = 0; i < rows; i++) {
      if (!undoing.test(change(version, "v"))) {
        return i;
      }
    }
    return rows;
  }

  @Test
  void changesAreExchangedTheLatestFirst() {
    Undoing undoing = Undoing.page(9, ANY);
    undoing.test(change(9, "b"));
    undoing.test(change(9, "a"));
    undoing.test(
        new PastChange(
            8, 1, new PolicyChange(EndedTokens.TARGET, null, TextNode.valueOf("token"))));
    assertThat(undoing.reached(7)).isEqualTo(7);
    assertThat(undoing.changes())
        .isEqualTo(
            List.of(
                new PolicyChange("relation", TextNode.valueOf("b"), null),
                new PolicyChange("relation", TextNode.valueOf("a"), null)));
  }

  /** Twenty versions of a thousand relations each were held at once. */
  @Test
  void aPageEndsWithTheVersionThatMakesItLarge() {
    Undoing undoing = Undoing.page(9, ANY);
    assertThat(rows(undoing, 9, 900)).isEqualTo(900);
    assertThat(rows(undoing, 8, 900)).isEqualTo(900);
    assertThat(undoing.test(change(7, "v"))).isFalse();
    assertThat(undoing.reached(1)).isEqualTo(7);
    assertThat(undoing.rows()).isEqualTo(1_800);
  }

  @Test
  void allOfItEndsWithNoVersion() {
    Undoing undoing = Undoing.all(9, ANY);
    rows(undoing, 9, 3_000);
    rows(undoing, 8, 1);
    assertThat(undoing.reached(7)).isEqualTo(7);
  }

  @Test
  void versionsThatAreNotKeptLeadNowhere() {
    assertThat(Undoing.page(9, ANY).reached(8)).isNegative();

    Undoing last = Undoing.page(9, ANY);
    last.test(change(8, "v"));
    assertThat(last.reached(7)).isNegative();

    Undoing between = Undoing.page(9, ANY);
    between.test(change(9, "v"));
    assertThat(between.test(change(7, "v"))).isFalse();
    assertThat(between.reached(6)).isNegative();

    Undoing first = Undoing.page(9, ANY);
    first.test(change(9, "v"));
    assertThat(first.reached(7)).isNegative();
  }

  @Test
  void aVersionThatIsTooLargeLeadsNowhereAndIsReadNoFurther() {
    Undoing many = Undoing.page(9, ANY);
    assertThat(rows(many, 9, 2 * Undoing.MAX_ROWS)).isEqualTo(Undoing.MAX_ROWS);
    assertThat(many.reached(8)).isNegative();

    Undoing wide = Undoing.page(9, ANY);
    String image = "x".repeat(1 << 20);
    int read = 0;
    while (wide.test(change(9, image))) {
      read++;
    }
    assertThat(read).isBetween(16, 64);
    assertThat(wide.reached(8)).isNegative();
  }

  /** The last row is one of the last version, which is then not complete. */
  @Test
  void whatMayNotBeHeldLeadsNowhere() {
    Undoing undoing = Undoing.all(9, bytes -> bytes < 10_000);
    assertThat(rows(undoing, 9, 1_000)).isBetween(10, 40);
    assertThat(undoing.reached(8)).isNegative();
  }
}
