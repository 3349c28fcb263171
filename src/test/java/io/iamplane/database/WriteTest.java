package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes of several transactions as one list: each keeps its order. */
class WriteTest {

  private static final String RAISE = "SELECT raise(?)";
  private static final String INSERT = "INSERT INTO t SELECT * FROM unnest(?)";
  private static final String MORE = "INSERT INTO more SELECT * FROM unnest(?)";
  private static final String MOVE = "SELECT move(?)";

  @Test
  void theSameStatementsOfSeveralBecomeOneEach() {
    List<Write> combined =
        Write.combined(
            List.of(
                List.of(required(RAISE, 1), rows(INSERT, 1), required(MOVE, 1)),
                List.of(required(RAISE, 2), rows(INSERT, 2, 3), required(MOVE, 2))));
    assertThat(combined).extracting(Write::statement).containsExactly(RAISE, INSERT, MOVE);
    assertThat(combined).extracting(Write::rows).containsExactly(Write.ANY, 3, Write.ANY);
    assertThat(combined.get(1).parameters()[0]).isEqualTo(new long[] {1, 2, 3});
  }

  @Test
  void whatOneHasAloneStandsWhereItStoodInIt() {
    List<Write> combined =
        Write.combined(
            List.of(
                List.of(required(RAISE, 1), rows(INSERT, 1), required(MOVE, 1)),
                List.of(required(RAISE, 2), rows(MORE, 2), required(MOVE, 2)),
                List.of(rows(MORE, 3), rows(INSERT, 3))));
    assertThat(combined).extracting(Write::statement).containsExactly(RAISE, MORE, INSERT, MOVE);
    assertThat(combined.get(1).parameters()[0]).isEqualTo(new long[] {2, 3});
    assertThat(combined.get(2).parameters()[0]).isEqualTo(new long[] {1, 3});
  }

  @Test
  void otherOrdersAreKeptApart() {
    List<Write> combined =
        Write.combined(
            List.of(
                List.of(rows(INSERT, 1), rows(MORE, 1)), List.of(rows(MORE, 2), rows(INSERT, 2))));
    assertThat(combined)
        .as("of the second one, too, the other table comes first")
        .extracting(Write::statement)
        .containsExactly(INSERT, MORE, INSERT);
  }

  @Test
  void aValueOfBytesIsOneValue() {
    byte[] root = {1, 2};
    Write tile = new Write(1, "INSERT INTO tiles VALUES (?)", (Object) root);
    Write other = new Write(1, "INSERT INTO tiles VALUES (?)", (Object) new byte[] {3});
    assertThat(Write.combined(List.of(List.of(tile), List.of(other)))).hasSize(2);
    assertThat(Write.merged(List.of(tile, tile))).hasSize(2);
  }

  private static Write rows(String statement, long... rows) {
    return new Write(rows.length, statement, (Object) rows);
  }

  private static Write required(String statement, long... values) {
    return new Write(Write.ANY, statement, (Object) values);
  }
}
