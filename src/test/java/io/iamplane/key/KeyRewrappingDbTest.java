package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import io.iamplane.cli.Commands;
import io.iamplane.key.RewrappedKey.Outcome;
import io.iamplane.key.seal.OldWraps;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code iam:keys:rewrap} after {@code IAM_KEK} was rotated. */
@QuarkusTest
class KeyRewrappingDbTest {

  @Inject KeyRewrapping rewrapping;
  @Inject SigningKeys keys;
  @Inject KeyRing ring;
  @Inject AuditKeys auditKeys;
  @Inject OAuthFixture fixture;
  @Inject OldWraps old;
  @Inject Commands commands;

  private Caller platform;
  private SigningKey token;
  private String before;

  @BeforeEach
  void wrappedByThePreviousKek() throws SQLException {
    platform = fixture.platform();
    Rows.update("DELETE FROM iam_signing_keys");
    token = keys.ensureActive(platform);
    keys.ensureActive(platform, KeyPurpose.AUDIT);
    for (int i = 0; i < 3; i++) {
      old.add("superseded-" + i);
    }
    old.wrapAll();
    before = events("count(*)").getFirst();
  }

  @AfterEach
  void removeMadeUpKeys() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys WHERE kid LIKE 'superseded-%'");
  }

  @Test
  void everyKeyIsWrappedByThePresentKekAndOpens() throws SQLException {
    assertThat(OldWraps.wraps()).hasSize(7).allMatch(wrap -> wrap.endsWith(OldWraps.version()));

    List<RewrappedKey> done = rewrapping.run(platform);

    assertThat(done).extracting(RewrappedKey::outcome).containsOnly(Outcome.REWRAPPED).hasSize(7);
    assertThat(OldWraps.wraps()).hasSize(7).noneMatch(wrap -> wrap.endsWith(OldWraps.version()));
    theRingHasTheToken();
    assertThat(auditKeys.signer().sign(new byte[] {1})).hasSize(64);
  }

  @Test
  void aSecondRunHasNothingToDoAndLeavesNoTrace() throws SQLException {
    rewrapping.run(platform);
    List<String> wraps = OldWraps.wraps();
    List<String> records = newEvents();

    assertThat(rewrapping.run(platform))
        .extracting(RewrappedKey::outcome)
        .containsOnly(Outcome.CURRENT);
    assertThat(OldWraps.wraps()).isEqualTo(wraps);
    assertThat(newEvents()).isEqualTo(records).hasSize(7);
  }

  @Test
  void eachKeyIsRecordedWithWhoWrappedIt() throws SQLException {
    rewrapping.run(platform);

    assertThat(newEvents())
        .hasSize(7)
        .allSatisfy(record ->
            assertThat(record)
                .contains("\"provider\":\"local\"", OldWraps.version(), "iam.key.rewrapped")
                .doesNotContain("sealed", "wrapped_data_key"));
  }

  @Test
  void whatIsWrongWithOneKeyStopsNoOther() throws SQLException {
    Rows.update(
        "UPDATE iam_signing_keys SET wrapped_data_key = set_byte(wrapped_data_key, 20,"
            + " get_byte(wrapped_data_key, 20) # 1) WHERE kid = 'superseded-0'");
    Rows.update("UPDATE iam_signing_keys SET provider = 'elsewhere' WHERE kid = 'superseded-1'");

    assertThat(rewrapping.run(platform))
        .filteredOn(key -> key.outcome() != Outcome.REWRAPPED)
        .extracting(RewrappedKey::kid, RewrappedKey::outcome)
        .containsExactlyInAnyOrder(
            tuple("superseded-0", Outcome.REFUSED), tuple("superseded-1", Outcome.REFUSED));
    Commands.Ended ended = commands.run("iam:keys:rewrap");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).contains("superseded-1 (audit): refused", "iam.keys.previous-provider");
  }

  @Test
  void theCommandSaysWhatItDid() {
    Commands.Ended ended = commands.run("iam:keys:rewrap", "--json");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("\"complete\":true", "\"outcome\":\"rewrapped\"", "\"wrapped_by\":\"local ");
    assertThat(commands.run("iam:keys:rewrap").out()).contains(token.kid() + " (token): current");
  }

  @Test
  void twoRunsAtOnceRecordEachKeyOnce() throws Exception {
    List<Future<List<RewrappedKey>>> runs = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        runs.add(threads.submit(() -> rewrapping.run(platform)));
      }
      for (Future<List<RewrappedKey>> run : runs) {
        assertThat(run.get(60, TimeUnit.SECONDS))
            .extracting(RewrappedKey::outcome)
            .doesNotContain(Outcome.REFUSED, Outcome.UNAVAILABLE);
      }
    }
    assertThat(newEvents()).hasSize(7);
    theRingHasTheToken();
  }

  /** Keys rewrapped before the failure stay so, and each is recorded once. */
  @Test
  void aRunThatIsCutHalfWayIsGoneOnWithByTheNext() throws SQLException {
    AtomicInteger rewraps = new AtomicInteger();
    TestDatabase.proxy()
        .cutBefore(statement ->
            statement.startsWith("update iam_signing_keys") && rewraps.incrementAndGet() == 4);
    try {
      assertThatThrownBy(() -> rewrapping.run(platform)).isInstanceOf(IamException.class);
    } finally {
      TestDatabase.proxy().cutNothing();
    }
    assertThat(OldWraps.wraps()).filteredOn(wrap -> wrap.endsWith(OldWraps.version())).hasSize(4);

    List<RewrappedKey> done =
        await()
            .ignoreException(IamException.class)
            .until(() -> rewrapping.run(platform), _ -> true);

    assertThat(done)
        .extracting(RewrappedKey::outcome)
        .containsExactlyInAnyOrder(
            Outcome.CURRENT,
            Outcome.CURRENT,
            Outcome.CURRENT,
            Outcome.REWRAPPED,
            Outcome.REWRAPPED,
            Outcome.REWRAPPED,
            Outcome.REWRAPPED);
    assertThat(newEvents()).hasSize(7);
    theRingHasTheToken();
  }

  /** A look that began before the keys of this test were made may end after the ring forgot. */
  private void theRingHasTheToken() {
    ring.forget();
    await().until(() -> ring.current().kid().equals(token.kid()));
  }

  private List<String> newEvents() throws SQLException {
    return events("canonical").stream().skip(Long.parseLong(before)).toList();
  }

  private List<String> events(String what) throws SQLException {
    return Rows.texts(
        "SELECT "
            + what
            + " FROM iam_audit_records WHERE event_type = 'iam.key.rewrapped' AND organization_id = '"
            + platform.organization()
            + "'"
            + (what.equals("canonical") ? " ORDER BY seq" : ""));
  }
}
