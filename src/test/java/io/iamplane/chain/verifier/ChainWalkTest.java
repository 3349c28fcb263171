package io.iamplane.chain.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.ChainHash;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.PersonalValue;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walk over a chain, record by record, with no database that would keep numbers unique. */
class ChainWalkTest {

  private static final OrganizationId TENANT =
      new OrganizationId(UUID.fromString("0192f3c4-0000-7000-8000-000000000001"));
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00.000001Z");

  @Test
  void aWholeChainEndsWhereItsHeadIs() {
    List<StoredRecord> chain = chain(10);
    ChainWalk walk = new ChainWalk(TENANT, ChainHead.genesis(TENANT));
    assertThat(chain).allSatisfy(row -> assertThat(walk.step(row, List.of())).isEmpty());
    assertThat(walk.end().seq()).isEqualTo(10);
    assertThat(walk.end().hash()).isEqualTo(chain.getLast().hash());
    assertThat(walk.end().tree())
        .isEqualTo(
            CompactRange.of(chain.stream().map(row -> MerkleHash.leaf(row.hash())).toList()));
  }

  @Test
  void aNumberThatComesTwiceIsAGap() {
    List<StoredRecord> chain = chain(5);
    chain.add(3, chain.get(2));
    assertFirst(chain, FindingCause.SEQUENCE_GAP, 4);
  }

  @Test
  void aRecordThatIsNotThereIsMissing() {
    List<StoredRecord> chain = chain(5);
    chain.remove(2);
    assertFirst(chain, FindingCause.RECORD_MISSING, 3);
  }

  @Test
  void aSecondStoryOfOneRecordDoesNotLink() {
    List<StoredRecord> chain = chain(5);
    StoredRecord third = chain.get(2);
    byte[] other = ChainHash.record(third.previousHash(), third.canonical() + " ");
    chain.set(2, with(third, third.seq(), third.canonical(), other, third.hash()));
    assertFirst(chain, FindingCause.LINK_BROKEN, 3);
  }

  @Test
  void aMovedRecordTellsItsOldNumber() {
    List<StoredRecord> chain = chain(5);
    StoredRecord second = chain.get(1);
    StoredRecord third = chain.get(2);
    chain.set(1, with(third, 2, third.canonical(), third.previousHash(), third.hash()));
    chain.set(2, with(second, 3, second.canonical(), second.previousHash(), second.hash()));
    assertFirst(chain, FindingCause.RECORD_ALTERED, 2);
  }

  @Test
  void aTextThatIsNoJsonIsAltered() {
    List<StoredRecord> chain = chain(3);
    StoredRecord second = chain.get(1);
    String text = "no JSON";
    byte[] hash = ChainHash.record(second.previousHash(), text);
    chain.set(1, with(second, 2, text, second.previousHash(), hash));
    assertFirst(chain, FindingCause.RECORD_ALTERED, 2);
  }

  /** Its hash may be right: whoever owns the database can write a new one. */
  @ParameterizedTest
  @CsvSource({
    "0192f3c4-0000-7000-8000-000000000001, 0192f3c4-0000-7000-8000-000000000002",
    "00000000-0000-0000-0000-000000000002, 00000000-0000-0000-0000-000000000009",
    "2026-01-01T00:00:00.000001Z, 2026-01-01T00:00:00.000002Z",
    "iam.user.created, iam.user.deleted",
    "ann, bob",
    "cli, job",
    "user\"}, role\"}",
    "medium, low",
    "correlation_id\":\"c, correlation_id\":\"d",
    "'seq\":\"2', 'seq\":\"3'"
  })
  void aTextOfAnotherContentThanItsColumnsIsAltered(String from, String to) {
    List<StoredRecord> chain = chain(3);
    rewrite(chain, 1, from, to);
    assertFirst(chain, FindingCause.RECORD_ALTERED, 2);
  }

  @Test
  void aTextOfTheFirstSchemaNamesNoOrganization() {
    List<StoredRecord> chain = chain(1);
    rewrite(chain, 0, "\"organization_id\":\"%s\",".formatted(TENANT), "");
    ChainWalk walk = new ChainWalk(TENANT, ChainHead.genesis(TENANT));
    assertThat(walk.step(chain.getFirst(), List.of())).isEmpty();
  }

  /** The origin is the actor's, and what the record is about is the target's. */
  @Test
  void aPersonalValueIsThatOfItsPlaceAndItsOwner() {
    assertThat(personal("/ip", "cli:ann", "\"::1\"", 32)).isEmpty();
    assertThat(personal("/after/name", "user:t", "\"Ann\"", 32)).isEmpty();
    for (Optional<Finding> found :
        List.of(
            personal("/ip", "user:t", "\"::1\"", 32),
            personal("/after/name", "cli:ann", "\"Ann\"", 32),
            personal("/ip", "cli:ann", "\"::2\"", 32),
            personal("/user_agent", "cli:ann", "\"::1\"", 32),
            personal("/ip", "cli:ann", "\"::1\"", 31))) {
      assertThat(found.map(Finding::cause)).contains(FindingCause.RECORD_ALTERED);
    }
  }

  /** Follows a record that has the digests of an address and a name. */
  private static Optional<Finding> personal(String path, String owner, String value, int salt) {
    List<StoredRecord> chain = chain(1);
    rewrite(chain, 0, "\"occurred_at", digest("ip", "\"::1\"", salt) + ",\"occurred_at");
    rewrite(
        chain,
        0,
        "\"correlation_id",
        "\"after\":{%s},\"correlation_id".formatted(digest("name", "\"Ann\"", salt)));
    return new ChainWalk(TENANT, ChainHead.genesis(TENANT))
        .step(chain.getFirst(), List.of(new PersonalValue(path, owner, new byte[salt], value)));
  }

  private static String digest(String name, String value, int salt) {
    byte[] digest = new PersonalValue("", "", new byte[salt], value).digest();
    return "\"%s\":{\"sha256\":\"%s\"}".formatted(name, HexFormat.of().formatHex(digest));
  }

  private static void rewrite(List<StoredRecord> chain, int index, String from, String to) {
    StoredRecord row = chain.get(index);
    String text = row.canonical().replace(from, to);
    assertThat(text).isNotEqualTo(row.canonical());
    byte[] hash = ChainHash.record(row.previousHash(), text);
    chain.set(index, with(row, row.seq(), text, row.previousHash(), hash));
  }

  private static void assertFirst(List<StoredRecord> chain, FindingCause cause, long seq) {
    ChainWalk walk = new ChainWalk(TENANT, ChainHead.genesis(TENANT));
    Optional<Finding> found =
        chain.stream().map(row -> walk.step(row, List.of())).flatMap(Optional::stream).findFirst();
    assertThat(found.map(Finding::cause)).contains(cause);
    assertThat(found.map(Finding::seq)).contains(seq);
    assertThat(walk.end().seq()).isEqualTo(seq - 1);
  }

  private static List<StoredRecord> chain(int size) {
    List<StoredRecord> chain = new ArrayList<>();
    byte[] previous = ChainHash.genesis(TENANT);
    for (long seq = 1; seq <= size; seq++) {
      UUID id = new UUID(0, seq);
      String canonical =
          """
          {"actor":{"id":"ann","type":"cli"},"correlation_id":"c","event_type":"iam.user.created",\
          "id":"%s","occurred_at":"2026-01-01T00:00:00.000001Z","organization_id":"%s",\
          "risk_level":"medium","seq":"%d","target":{"id":"t","type":"user"}}\
          """
              .formatted(id, TENANT, seq);
      byte[] hash = ChainHash.record(previous, canonical);
      chain.add(
          new StoredRecord(
              seq,
              id,
              AT,
              "iam.user.created",
              "cli:ann",
              "user",
              "t",
              null,
              "medium",
              "c",
              canonical,
              previous,
              hash));
      previous = hash;
    }
    return chain;
  }

  private static StoredRecord with(
      StoredRecord row, long seq, String canonical, byte[] previous, byte[] hash) {
    return new StoredRecord(
        seq,
        row.id(),
        row.occurredAt(),
        row.eventType(),
        row.actor(),
        row.targetType(),
        row.targetId(),
        row.application(),
        row.riskLevel(),
        row.correlationId(),
        canonical,
        previous,
        hash);
  }
}
