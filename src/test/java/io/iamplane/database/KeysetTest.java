package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeysetTest {

  private static final String SELECT = "SELECT id FROM things WHERE tenant = ?";
  private static final UUID ID = new UUID(1, 2);

  @Test
  void firstPageHasNoPosition() {
    Keyset query = Keyset.of(SELECT, "id", "t").rows(26);
    assertThat(query.sql()).isEqualTo(SELECT + " ORDER BY id LIMIT 26");
    assertThat(query.parameters()).containsExactly("t");
  }

  @Test
  void laterPageBeginsAfterAPosition() {
    Keyset query = Keyset.of(SELECT, "id", "t").after(ID).rows(2);
    assertThat(query.sql()).isEqualTo(SELECT + " AND (id) > (?) ORDER BY id LIMIT 2");
    assertThat(query.parameters()).containsExactly("t", ID);
  }

  @Test
  void textMayHaveManyParametersOfItsOwn() {
    Keyset query = Keyset.of(SELECT + " AND term >= ? AND term < ?", "id", "t", "a", "b").rows(1);
    assertThat(query.sql()).isEqualTo(SELECT + " AND term >= ? AND term < ? ORDER BY id LIMIT 1");
    assertThat(query.parameters()).containsExactly("t", "a", "b");
  }

  @Test
  void filtersAreConditionsInTheOrderGiven() {
    Keyset query =
        Keyset.of(SELECT, "id", "t")
            .filter("kind = ?", "k")
            .after(ID)
            .filter("low <= ? AND high > ?", 1, 2)
            .rows(5);
    assertThat(query.sql())
        .isEqualTo(
            SELECT
                + " AND kind = ? AND (id) > (?) AND low <= ? AND high > ?"
                + " ORDER BY id LIMIT 5");
    assertThat(query.parameters()).containsExactly("t", "k", ID, 1, 2);
  }

  @Test
  void filterThatWasNotGivenLeavesNoTrace() {
    Keyset query =
        Keyset.of(SELECT, "id", "t")
            .filter("kind = ?", (Object) null)
            .filter("low <= ? AND high > ?", 1, null)
            .rows(5);
    assertThat(query.sql()).isEqualTo(SELECT + " ORDER BY id LIMIT 5");
    assertThat(query.parameters()).containsExactly("t");
  }

  @Test
  void conditionWithoutValuesIsKept() {
    Keyset query = Keyset.of(SELECT, "id", "t").filter("kind IS NOT NULL").rows(5);
    assertThat(query.sql()).isEqualTo(SELECT + " AND kind IS NOT NULL ORDER BY id LIMIT 5");
    assertThat(query.parameters()).containsExactly("t");
  }

  @Test
  void oneValueOfAColumnIsAPlainCondition() {
    Keyset query =
        Keyset.of(SELECT, "id", "t").either("status", "on", List.of("on", "off")).after(ID).rows(3);
    assertThat(query.sql())
        .isEqualTo(SELECT + " AND (id) > (?) AND status = ? ORDER BY id LIMIT 3");
    assertThat(query.parameters()).containsExactly("t", ID, "on");
  }

  @Test
  void columnOfOneValueNeedsNoMerge() {
    Keyset query = Keyset.of(SELECT, "id", "t").either("status", null, List.of("on")).rows(3);
    assertThat(query.sql()).isEqualTo(SELECT + " AND status = ? ORDER BY id LIMIT 3");
    assertThat(query.parameters()).containsExactly("t", "on");
  }

  @Test
  void everyValueOfAColumnIsAnOrderedLimitedScanOfItsOwn() {
    Keyset query =
        Keyset.of(SELECT, "id", "t")
            .filter("kind = ?", "k")
            .either("status", null, List.of("on", "off", "gone"))
            .after(ID)
            .rows(3);
    String scan = "(" + SELECT + " AND kind = ? AND (id) > (?) AND status = ? ORDER BY id LIMIT 3)";
    assertThat(query.sql())
        .isEqualTo(scan + " UNION ALL " + scan + " UNION ALL " + scan + " ORDER BY id LIMIT 3");
    assertThat(query.parameters())
        .containsExactly("t", "k", ID, "on", "t", "k", ID, "off", "t", "k", ID, "gone");
  }

  @Test
  void keyOfManyColumnsIsComparedAsARow() {
    Keyset query =
        Keyset.of(SELECT, "term, id", "t")
            .either("status", null, List.of("on", "off"))
            .rows(3)
            .after("a", ID);
    String scan =
        "(" + SELECT + " AND (term, id) > (?, ?) AND status = ? ORDER BY term, id LIMIT 3)";
    assertThat(query.sql()).isEqualTo(scan + " UNION ALL " + scan + " ORDER BY term, id LIMIT 3");
    assertThat(query.parameters()).containsExactly("t", "a", ID, "on", "t", "a", ID, "off");
  }

  @Test
  void listOfValuesIsTakenAsItWas() {
    List<String> values = new ArrayList<>(List.of("on", "off"));
    Keyset query = Keyset.of(SELECT, "id", "t").either("status", null, values).rows(3);
    values.clear();
    assertThat(query.parameters()).containsExactly("t", "on", "t", "off");
  }
}
