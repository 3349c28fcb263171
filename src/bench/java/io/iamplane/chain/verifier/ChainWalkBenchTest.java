package io.iamplane.chain.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.CanonicalTime;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.PersonalValue;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records that a core verifies a second, without the database that they come from: the hash and the
 * link alone, and with the comparison of columns and two personal values each.
 */
@Tag("bench")
@Tag("audit")
class ChainWalkBenchTest {

  private static final int RECORDS = 20_000;
  private static final int WARM_UP = 20;
  private static final int ROUNDS = 41;
  private static final OrganizationId TENANT =
      OrganizationId.parse("0192f3c4-0000-7000-8000-000000000001").orElseThrow();

  private final List<StoredRecord> records = new ArrayList<>(RECORDS);
  private final List<List<PersonalValue>> personal = new ArrayList<>(RECORDS);

  @Test
  void recordsAreVerified() {
    byte[] previous = ChainHash.genesis(TENANT);
    for (int seq = 1; seq <= RECORDS; seq++) {
      previous = append(seq, previous);
    }
    System.out.printf(
        "records of %d bytes, with two personal values each%n",
        records.getFirst().canonical().length());
    measure("hash, link and tree", this::hashes);
    measure("the same with columns and personal values", this::everything);
  }

  private byte[] append(int seq, byte[] previous) {
    UUID id = new UUID(0x0192f3c400007000L, 0x8000000000000000L | seq);
    Instant at = Instant.parse("2026-01-01T00:00:00Z").plusMillis(seq);
    String user = "user:" + id;
    List<PersonalValue> values =
        List.of(
            value("/after/name", user, "\"Person " + seq + "\""),
            value("/ip", "user:ann", "\"192.0.2." + seq % 250 + "\""));
    String canonical =
        CanonicalJson.of(
            """
            {"organization_id":"%1$s","id":"%2$s","seq":"%3$d","occurred_at":"%4$s",
             "event_type":"iam.user.created","risk_level":"medium","correlation_id":"%2$s",
             "actor":{"organization_id":"%1$s","type":"user","id":"ann","aal":"aal1"},
             "target":{"type":"user","id":"%2$s"},"ip":{"sha256":"%5$s"},
             "after":{"id":"%2$s","name":{"sha256":"%6$s"},"status":"active","revision":1,
               "attributes":{},"created_at":"%4$s"}}
            """
                .formatted(
                    TENANT,
                    id,
                    seq,
                    CanonicalTime.text(at),
                    HexFormat.of().formatHex(values.get(1).digest()),
                    HexFormat.of().formatHex(values.get(0).digest())));
    byte[] hash = ChainHash.record(previous, canonical);
    records.add(
        new StoredRecord(
            seq,
            id,
            at,
            "iam.user.created",
            "user:ann",
            "user",
            id.toString(),
            null,
            "medium",
            id.toString(),
            canonical,
            previous,
            hash));
    personal.add(values);
    return hash;
  }

  private static PersonalValue value(String path, String subject, String value) {
    byte[] salt = Hashes.sha256((path + value).getBytes(StandardCharsets.UTF_8));
    return new PersonalValue(path, subject, salt, value);
  }

  private void hashes() {
    CompactRange tree = CompactRange.empty();
    byte[] previous = ChainHash.genesis(TENANT);
    for (StoredRecord row : records) {
      assertThat(Arrays.equals(previous, row.previousHash())).isTrue();
      previous = ChainHash.record(previous, row.canonical());
      tree = tree.append(MerkleHash.leaf(previous));
    }
    assertThat(tree.size()).isEqualTo(RECORDS);
  }

  private void everything() {
    ChainWalk walk = new ChainWalk(TENANT, ChainHead.genesis(TENANT));
    for (int i = 0; i < RECORDS; i++) {
      assertThat(walk.step(records.get(i), personal.get(i)).isEmpty()).isTrue();
    }
    assertThat(walk.end().seq()).isEqualTo(RECORDS);
  }

  private static void measure(String what, Runnable work) {
    for (int i = 0; i < WARM_UP; i++) {
      work.run();
    }
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long started = System.nanoTime();
      work.run();
      nanos[i] = System.nanoTime() - started;
    }
    Arrays.sort(nanos);
    Map<String, Long> ranks = Map.of("median", nanos[ROUNDS / 2], "best", nanos[0]);
    ranks.forEach((rank, time) ->
        System.out.printf(
            "%s: %s %,d records/s, %.1f µs each%n",
            what, rank, RECORDS * 1_000_000_000L / time, time / 1_000.0 / RECORDS));
  }
}
