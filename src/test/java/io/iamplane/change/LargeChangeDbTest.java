package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.iamplane.chain.EventType;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change with many effects is written in slices: each effect once, all or nothing. */
@QuarkusTest
class LargeChangeDbTest {

  /** A tile of the audit log's tree, and a slice. */
  private static final int TILE = 256;

  @Inject Changes changes;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;

  private Organization tenant;
  private Caller caller;

  record Image(@JsonProperty int number) {}

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
    caller = platform.command();
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
  }

  @Test
  void eachEffectHasItsRowRecordAndMessageInOrder() throws Exception {
    int written = 0;
    // Slices end with tiles, and the last one anywhere; a chain may stand anywhere before.
    for (int count : List.of(TILE - 2, 1, 1, TILE + 1, TILE - 1, 2 * TILE, 3, 3 * TILE + 17)) {
      change(count, written, false);
      written += count;
    }
    assertLeft(written);
  }

  @Test
  void endedTokensFollowTheEffectsOfTheirChange() throws Exception {
    change(2 * TILE, 0, true);
    assertThat(
            texts(
                "SELECT ordinal || ' ' || target_type FROM iam_policy_changes WHERE %s"
                    + " AND version = 2 AND ordinal >= "
                    + (2 * TILE - 1)
                    + " ORDER BY ordinal"))
        .containsExactly((2 * TILE - 1) + " note", 2 * TILE + " " + EndedTokens.TARGET);
    assertLeft(2 * TILE);
  }

  @Test
  void theConnectionBreaksAtEachStatement() throws Exception {
    int count = 2 * TILE + 30;
    List<String> statements =
        StatementWatch.agreed(() -> {
          aTenant();
          return StatementWatch.statementsOf(() -> change(count, 0, false));
        });
    assertThat(statements)
        .filteredOn(statement -> statement.contains("INSERT INTO iam_audit_records"))
        .hasSize(3);
    aTenant();
    for (int at = 0; at < statements.size(); at++) {
      TestDatabase.proxy().cutBefore(StatementWatch.at(statements, at));
      IamException refusal =
          catchThrowableOfType(IamException.class, () -> change(count, 0, false));
      TestDatabase.proxy().cutNothing();
      assertThat(refusal).as("cut before %s", statements.get(at)).isNotNull();
      assertLeft(0);
    }
    change(count, 0, false);
    assertLeft(count);
  }

  /** The tile above holds the roots of those that are written with their slices. */
  @Tag("ci")
  @Test
  void aTileOfTheLevelAboveIsMadeOfTheRootsOfThoseOfTheChange() throws Exception {
    int written = 0;
    while (written < TILE * TILE - 1_000) {
      change(1_000, written, false);
      written += 1_000;
    }
    change(2_000, written, false);
    assertThat(texts("SELECT count(*) FROM iam_audit_tiles WHERE %s AND level = 1"))
        .containsExactly("1");
    assertLeft(written + 2_000);
  }

  private void change(int count, int from, boolean endsTokens) {
    changes.record(
        Change.policy(
            caller,
            tenant.id(),
            recording -> {
              add(recording, from, from + count);
              if (endsTokens) {
                recording.endTokens(TokenHolder.client("a"));
              }
              return true;
            }));
  }

  private static void add(Recording recording, int from, int to) {
    for (int i = from; i < to; i++) {
      recording.add(
          Effect.created(EventType.RELATION_WRITTEN, "note", Integer.toString(i), new Image(i)));
    }
  }

  private void assertLeft(int effects) throws SQLException {
    List<String> all = IntStream.range(0, effects).mapToObj(Integer::toString).toList();
    assertThat(
            texts(
                "SELECT target_id FROM iam_policy_changes WHERE %s AND target_type = 'note'"
                    + " AND after ->> 'number' = target_id ORDER BY version, ordinal"))
        .isEqualTo(all);
    assertThat(
            texts(
                "SELECT target_id FROM iam_audit_records WHERE %s AND target_type = 'note'"
                    + " AND canonical::jsonb -> 'after' ->> 'number' = target_id ORDER BY seq"))
        .isEqualTo(all);
    assertThat(
            texts(
                "SELECT body::jsonb -> 'data' -> 'after' ->> 'number' FROM iam_outbox_messages"
                    + " WHERE %s AND body::jsonb ->> 'subject' LIKE 'note:%%' ORDER BY seq"))
        .isEqualTo(all);
    assertThat(texts("SELECT count(*) FROM iam_audit_tiles WHERE %s AND level = 0"))
        .containsExactly(Integer.toString((effects + 1) / TILE));
    spine.assertChain(tenant);
  }

  private List<String> texts(String query) throws SQLException {
    return Rows.texts(query.formatted("organization_id = '" + tenant.id() + "'"));
  }
}
