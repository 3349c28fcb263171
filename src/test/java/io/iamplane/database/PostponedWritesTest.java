package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Writes that follow one another become one only where that is the same. */
class PostponedWritesTest {

  private static final String INSERT = "INSERT INTO t SELECT ?, * FROM unnest(?, ?)";
  private static final UUID TENANT = UUID.randomUUID();

  private final PostponedWrites writes = new PostponedWrites();

  @Test
  void rowsOfOneStatementBecomeOneWriteInTheirOrder() {
    writes.add(new Write(1, INSERT, TENANT, new String[] {"a"}, new long[] {1}));
    writes.add(new Write(2, INSERT, TENANT, new String[] {"b", null}, new long[] {2, 3}));
    writes.add(new Write(1, INSERT, TENANT, new String[] {"d"}, new long[] {4}));
    Write one = only(writes.own());
    assertThat(one.rows()).isEqualTo(4);
    assertThat(one.parameters()[0]).isEqualTo(TENANT);
    assertThat(one.parameters()[1]).isEqualTo(new String[] {"a", "b", null, "d"});
    assertThat(one.parameters()[2]).isEqualTo(new long[] {1, 2, 3, 4});
  }

  @Test
  void arraysOfArraysAreJoinedAsRows() {
    writes.add(new Write(1, INSERT, TENANT, new byte[][] {{1}}, new long[] {1}));
    writes.add(new Write(1, INSERT, TENANT, new byte[][] {{2, 3}}, new long[] {2}));
    assertThat(only(writes.own()).parameters()[1]).isEqualTo(new byte[][] {{1}, {2, 3}});
  }

  @Test
  void rowsOfAnotherTenantStayApart() {
    writes.add(new Write(1, INSERT, TENANT, new String[] {"a"}, new long[] {1}));
    writes.add(new Write(1, INSERT, UUID.randomUUID(), new String[] {"b"}, new long[] {2}));
    assertThat(writes.own()).hasSize(2);
  }

  @Test
  void statementsKeepTheirOrder() {
    writes.add(new Write(1, INSERT, TENANT, new String[] {"a"}, new long[] {1}));
    writes.add(new Write(1, "DELETE FROM t WHERE id = ANY (?)", (Object) new long[] {1}));
    writes.add(new Write(1, INSERT, TENANT, new String[] {"b"}, new long[] {2}));
    assertThat(writes.own()).extracting(Write::rows).containsExactly(1, 1, 1);
  }

  @Test
  void writesWithoutRowsAreNeverJoined() {
    writes.add(new Write(1, "UPDATE t SET n = n + ?", 1));
    writes.add(new Write(1, "UPDATE t SET n = n + ?", 1));
    assertThat(writes.own()).hasSize(2);
  }

  @Test
  void whatAPartPostponedGoesWithItAlone() {
    writes.add(new Write(1, INSERT, TENANT, new String[] {"a"}, new long[] {1}));
    writes.beginPart();
    assertThat(writes.hasOwn()).isFalse();
    writes.add(new Write(1, INSERT, TENANT, new String[] {"b"}, new long[] {2}));
    assertThat(writes.hasOwn()).isTrue();
    assertThat(only(writes.others()).parameters()[1]).isEqualTo(new String[] {"a"});
    assertThat(only(writes.own()).parameters()[1]).isEqualTo(new String[] {"b"});
    writes.undoPart();
    assertThat(writes.own()).isEmpty();
    assertThat(writes.others()).hasSize(1);
    writes.sent();
    assertThat(writes.isEmpty()).isTrue();
  }

  private static Write only(List<Write> merged) {
    assertThat(merged).hasSize(1);
    return merged.getFirst();
  }
}
