package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds each change by the database's owner, with triggers off, to a chain of 1,000 records. */
@QuarkusTest
class TamperingDbTest {

  private static final int SOME = 40;
  private static final int MANY = 200;

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject ChainVerifier verifier;
  @Inject CheckpointService service;
  @Inject CheckpointReader checkpoints;

  // Every test restores the chain, so that one is enough for all.
  private static OrganizationId tenant;
  private static long first;
  private static long second;
  private static long last;

  @BeforeEach
  void aChainWithTwoCheckpoints() {
    if (tenant != null) {
      return;
    }
    tenant = platform.tenant().id();
    people(299);
    first = service.create(platform.command(), tenant).size();
    people(400);
    second = service.create(platform.command(), tenant).size();
    people(300);
    Verification whole = verify(true);
    assertThat(whole.finding()).isNull();
    last = whole.toSeq();
    assertThat(last).isGreaterThan(1_000);
    assertThat(first).isBetween(300L, 310L);
  }

  @Test
  void theUntouchedChainHoldsFromEitherStart() {
    Verification since = verify(false);
    assertThat(since.valid()).isTrue();
    assertThat(since.full()).isFalse();
    assertThat(since.fromSeq()).isEqualTo(second + 1);
    assertThat(since.toSeq()).isEqualTo(last);
    assertThat(since.checkpoint()).isEqualTo(second);
    assertThat(verify(true).fromSeq()).isEqualTo(1);
  }

  @ParameterizedTest
  @FieldSource(RandomTampering.COLUMNS_FIELD)
  void aChangedColumnIsFoundWhereItIs(String column) throws SQLException {
    changed(column, new long[][] {{last}, {257, 1}});
  }

  @ParameterizedTest
  @FieldSource(RandomTampering.COLUMNS_FIELD)
  @Tag("ci")
  void aChangedColumnIsFoundBesideEveryBoundary(String column) throws SQLException {
    changed(column, new long[][] {{last}, {second}, {first, 257, 256, 2, 1}});
  }

  private void changed(String column, long[][] chains) throws SQLException {
    // Each is before those that were changed already, and must be found as the first.
    for (long[] places : chains) {
      try (TamperedChain chain = new TamperedChain(tenant)) {
        for (long seq : places) {
          chain.run(
              "UPDATE iam_audit_records SET %1$s = %2$s WHERE :o AND seq = %3$d"
                  .formatted(column, RandomTampering.changed(column), seq));
          assertFound(
              column.equals("prev_hash") ? FindingCause.LINK_BROKEN : FindingCause.RECORD_ALTERED,
              seq);
        }
      }
    }
    assertThat(verify(true).valid()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "salt = set_bit(salt, 3, 1 - get_bit(salt, 3))",
        "value = '\"x\"'",
        "subject = 'user:somebody-else'",
        "path = '/actor/id'"
      })
  void aChangedPersonalValueIsFound(String change) throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run(
          "UPDATE iam_audit_personal SET %s WHERE :o AND seq = 20 AND path = '/after/name'"
              .formatted(change));
      assertFound(FindingCause.RECORD_ALTERED, 20);
    }
  }

  @Test
  void anErasedPersonalValueIsNoFault() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("DELETE FROM iam_audit_personal WHERE :o");
      assertThat(verify(true).valid()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, RECORD_MISSING, 1",
    "500, 500, RECORD_MISSING, 500",
    "200, 400, RECORD_MISSING, 200",
    "0, 0, TAIL_TRUNCATED, 0"
  })
  void removedRecordsAreFound(long from, long to, FindingCause cause, long seq)
      throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run(
          "DELETE FROM iam_audit_records WHERE :o AND seq BETWEEN %d AND %d"
              .formatted(from == 0 ? last : from, to == 0 ? last : to));
      assertFound(cause, seq == 0 ? last : seq);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "occurred_at = 'infinity'",
        "occurred_at = '-infinity'",
        "hash = decode('', 'hex')",
        "canonical = ''",
        "id = null",
        "occurred_at = null",
        "canonical = null",
        "hash = null"
      })
  void aRowThatCannotBeReadIsAltered(String change) throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      Rows.update(
          "ALTER TABLE iam_audit_records ALTER id DROP NOT NULL, ALTER occurred_at DROP NOT NULL,"
              + " ALTER canonical DROP NOT NULL, ALTER hash DROP NOT NULL,"
              + " DROP CONSTRAINT iam_audit_records_hash_check");
      chain.run("UPDATE iam_audit_records SET " + change + " WHERE :o AND seq = " + (second + 3));
      assertFound(FindingCause.RECORD_ALTERED, second + 3);
    } finally {
      Rows.update(
          "ALTER TABLE iam_audit_records ALTER id SET NOT NULL, ALTER occurred_at SET NOT NULL,"
              + " ALTER canonical SET NOT NULL, ALTER hash SET NOT NULL,"
              + " ADD CONSTRAINT iam_audit_records_hash_check CHECK (length(hash) = 32)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "null"})
  void aRecordWithANumberThatNoChainHasIsFound(String number) throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      Rows.update(
          "ALTER TABLE iam_audit_records DROP CONSTRAINT iam_audit_records_seq_check,"
              + " DROP CONSTRAINT iam_audit_records_pkey, ALTER seq DROP NOT NULL");
      chain.run(RandomTampering.copied(number));
      assertFound(FindingCause.SEQUENCE_GAP, 1);
      assertThat(verify(false).valid()).isFalse();
    } finally {
      Rows.update(
          "ALTER TABLE iam_audit_records ADD PRIMARY KEY (organization_id, seq),"
              + " ADD CONSTRAINT iam_audit_records_seq_check CHECK (seq > 0)");
    }
  }

  /** A mismatch at the first checkpoint of a run is explained by the records before it. */
  @Test
  void aRunFromTheLastCheckpointNamesTheRecordBeforeItThatIsGone() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      long loose = second - second % 256 + 5;
      chain.run("DELETE FROM iam_audit_records WHERE :o AND seq = " + loose);
      Finding finding = verify(false).finding();
      assertThat(finding).isNotNull();
      assertThat(finding.cause()).isEqualTo(FindingCause.RECORD_MISSING);
      assertThat(finding.seq()).isEqualTo(loose);
    }
  }

  @Test
  void theFirstFaultIsNamedBesidesACutTail() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("UPDATE iam_audit_records SET actor = 'user:x' WHERE :o AND seq = 5");
      chain.run("DELETE FROM iam_audit_records WHERE :o AND seq > " + (second - 5));
      assertFound(FindingCause.RECORD_ALTERED, 5);
    }
  }

  @Test
  void movedRecordsAreFound() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run(
          "UPDATE iam_audit_records SET seq = -10 + 1000000 WHERE :o AND seq = 50",
          "UPDATE iam_audit_records SET seq = 50 WHERE :o AND seq = 51",
          "UPDATE iam_audit_records SET seq = 51 WHERE :o AND seq = 999990");
      assertFound(FindingCause.RECORD_ALTERED, 50);
    }
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("UPDATE iam_audit_records SET seq = seq + 1000 WHERE :o AND seq > 100");
      assertFound(FindingCause.RECORD_ALTERED, 101);
    }
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run(RandomTampering.copied(last + 1));
      assertFound(FindingCause.RECORD_ALTERED, last + 1);
    }
  }

  @Test
  void aCutTailIsFoundWhateverTheHeadSays() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("DELETE FROM iam_audit_records WHERE :o AND seq > " + (last - 5));
      assertFound(FindingCause.TAIL_TRUNCATED, last - 4);
    }
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.cutAfter(second - 5);
      assertFound(FindingCause.TAIL_TRUNCATED, second - 4);
    }
  }

  @Test
  void aRewrittenChainIsFoundUpToTheLastCheckpoint() throws SQLException {
    for (long from : new long[] {1, 100, first, first + 1, second}) {
      try (TamperedChain chain = new TamperedChain(tenant)) {
        chain.rewriteFrom(from);
        Verification found = verify(true);
        assertThat(found.finding()).as("from " + from).isNotNull();
        assertThat(found.finding().cause()).isEqualTo(FindingCause.CHECKPOINT_MISMATCH);
        assertThat(found.finding().seq()).isEqualTo(from <= first ? first : second);
        assertThat(verify(false).valid()).isFalse();
      }
    }
  }

  /** No verification can detect that; the checkpoint interval limits it. */
  @Test
  void aRewriteAfterTheLastCheckpointIsInvisible() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.rewriteFrom(second + 2);
      assertThat(verify(true).valid()).isTrue();
    }
  }

  @Test
  void anAnchorShowsWhatTheDatabaseCannot() throws SQLException {
    List<StoredCheckpoint> anchored = checkpoints.all(tenant);
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("DELETE FROM iam_audit_checkpoints WHERE :o");
      chain.rewriteFrom(100);
      assertThat(verify(true, anchored).finding()).isNotNull();
    }
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run("DELETE FROM iam_audit_checkpoints WHERE :o");
      chain.cutAfter(first - 5);
      assertThat(verify(true).valid()).isTrue();
      Finding finding = verify(true, anchored).finding();
      assertThat(finding).isNotNull();
      assertThat(finding.cause()).isEqualTo(FindingCause.ANCHOR_MISMATCH);
      assertThat(finding.seq()).isEqualTo(first - 4);
    }
    assertThat(verify(true, anchored).valid()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE iam_audit_heads SET hash = set_bit(hash, 7, 1 - get_bit(hash, 7)) WHERE :o"
            + " | HEAD_MISMATCH",
        "UPDATE iam_audit_heads SET tree = set_bit(tree, 7, 1 - get_bit(tree, 7)) WHERE :o"
            + " | HEAD_MISMATCH",
        "UPDATE iam_audit_heads SET seq = seq - 1 WHERE :o | HEAD_MISMATCH",
        "UPDATE iam_audit_heads SET seq = seq + 1 WHERE :o | TAIL_TRUNCATED",
        "DELETE FROM iam_audit_heads WHERE :o | HEAD_MISMATCH",
        "UPDATE iam_audit_tiles SET hashes = set_bit(hashes, 70, 1 - get_bit(hashes, 70))"
            + " WHERE :o AND tile = 1 | TILE_ALTERED",
        "UPDATE iam_audit_tiles SET root = set_bit(root, 7, 1 - get_bit(root, 7))"
            + " WHERE :o AND tile = 0 | TILE_ALTERED",
        "DELETE FROM iam_audit_tiles WHERE :o AND tile = 2 | TILE_ALTERED",
        "INSERT INTO iam_audit_tiles SELECT organization_id, level, 9, hashes, root"
            + " FROM iam_audit_tiles WHERE :o AND tile = 2 | TILE_ALTERED",
        "UPDATE iam_audit_checkpoints SET root = set_bit(root, 7, 1 - get_bit(root, 7)) WHERE :o"
            + " | CHECKPOINT_FORGED",
        "UPDATE iam_audit_checkpoints SET head_hash = set_bit(head_hash, 7, 1 -"
            + " get_bit(head_hash, 7)) WHERE :o | CHECKPOINT_FORGED",
        "UPDATE iam_audit_checkpoints SET note = replace(note, E'\\n\\n', E'x\\n\\n') WHERE :o"
            + " | CHECKPOINT_FORGED",
        "UPDATE iam_audit_checkpoints SET created_at = created_at + interval '1 s' WHERE :o"
            + " | CHECKPOINT_FORGED",
        "DELETE FROM iam_audit_checkpoints WHERE :o AND size > 400 | CHECKPOINT_MISMATCH",
        "DELETE FROM iam_audit_checkpoints WHERE :o | CHECKPOINT_MISMATCH"
      })
  void headTilesAndCheckpointsAreVerified(String statement, FindingCause cause)
      throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.run(statement);
      Verification found = verify(true);
      assertThat(found.finding()).as(statement).isNotNull();
      assertThat(found.finding().cause()).as(statement).isEqualTo(cause);
    }
    assertThat(verify(true).valid()).isTrue();
  }

  @Test
  void randomTamperingsAreFoundWhereTheyAre() throws SQLException {
    tampered(SOME);
  }

  @Test
  @Tag("ci")
  void manyRandomTamperingsAreFoundWhereTheyAre() throws SQLException {
    tampered(MANY);
  }

  /** They pile up from the end to the beginning, so that each must be the first that is found. */
  private void tampered(int many) throws SQLException {
    Random random = new Random(7);
    List<Long> places = new ArrayList<>(LongStream.rangeClosed(1, last).boxed().toList());
    Collections.shuffle(places, random);
    try (TamperedChain chain = new TamperedChain(tenant)) {
      for (long seq : places.subList(0, many).stream().sorted(Comparator.reverseOrder()).toList()) {
        String tampering = RandomTampering.of(random, seq);
        chain.run(tampering);
        Verification found = verify(true);
        assertThat(found.finding()).as(tampering).isNotNull();
        assertThat(found.finding().cause()).as(tampering).isIn(RandomTampering.causes(tampering));
        assertThat(found.finding().seq()).as(tampering).isEqualTo(seq);
      }
    }
    assertThat(verify(true).valid()).isTrue();
  }

  /** By a full run; by one from the last checkpoint, which may not look so far back, the same. */
  private void assertFound(FindingCause cause, long seq) {
    Finding finding = verify(true).finding();
    assertThat(finding).isNotNull();
    assertThat(finding.cause()).isEqualTo(cause);
    assertThat(finding.seq()).isEqualTo(seq);
    Finding since = verify(false).finding();
    if (since != null || seq > second) {
      assertThat(since).isEqualTo(finding);
    }
  }

  private Verification verify(boolean full) {
    return verify(full, List.of());
  }

  private Verification verify(boolean full, List<StoredCheckpoint> anchored) {
    return verifier.verify(tenant, new ChainVerifier.Plan(full, anchored, null));
  }

  private void people(int count) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant,
            recording -> {
              for (int i = 0; i < count; i++) {
                users.create(recording, CreateUserRequest.of(null, "Person " + i, Map.of("n", i)));
              }
              return true;
            }));
  }
}
