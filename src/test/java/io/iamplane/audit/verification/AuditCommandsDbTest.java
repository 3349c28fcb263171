package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.AnchorDirectory;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the audit log, with their exit codes. */
@QuarkusTest
class AuditCommandsDbTest {

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject CheckpointReader checkpoints;
  @Inject Acknowledging acknowledging;

  @TempDir Path anchor;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  @Test
  void aWholeChainIsExitCode0() {
    assertThat(checkpoint().exitCode()).isZero();
    Commands.Ended ended = verify("--full");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains(tenant.key() + ": intact, records 1 to ")
        .contains("no anchor: a restored backup would pass verification");
    assertThat(verify("--json").out())
        .contains("\"valid\":true", "\"full\":false", "\"checkpoint_size\":");
  }

  @Test
  void aBrokenChainIsExitCode1WithPlaceAndCauseAndAnnouncedOnce() throws SQLException {
    checkpoint();
    long announced = Acknowledging.announcements();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run("UPDATE iam_audit_records SET actor = 'cli:mallory' WHERE :o AND seq = 1");
      for (int i = 0; i < 2; i++) {
        Commands.Ended ended = verify("--full");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
            .contains(tenant.key() + ": BROKEN at record 1: record_altered, expected actor");
      }
      assertThat(verify("--full", "--json").out())
          .contains("\"valid\":false", "\"cause\":\"record_altered\"", "\"seq\":1");
      assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
    }
    assertThat(verify("--full").exitCode()).as("not acknowledged").isEqualTo(1);
    acknowledging.acknowledgeAll(tenant.key());
    assertThat(verify("--full").exitCode()).isZero();
    assertThat(
            Rows.texts(
                "SELECT coalesce(cause, 'valid') FROM iam_audit_verifications"
                    + " WHERE organization_id = '%s' ORDER BY id".formatted(tenant.id().value())))
        .containsExactly(
            "record_altered", "record_altered", "record_altered", "valid", "valid", "valid");
  }

  @Test
  void aBrokenChainIsNotSigned() throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run("UPDATE iam_audit_records SET actor = 'cli:mallory' WHERE :o AND seq = 1");
      Commands.Ended ended = checkpoint();
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).contains("NOT SIGNED, broken at record 1: record_altered");
      assertThat(checkpoints.all(tenant.id())).isEmpty();
    }
  }

  @Test
  void nothingNewNeedsNoNewCheckpoint() {
    checkpoint();
    checkpoint();
    assertThat(checkpoints.all(tenant.id())).hasSize(1);
  }

  @Test
  void anAnchorIsComparedAndItsFaultsAreTold() throws IOException, SQLException {
    platform.administrator(tenant);
    checkpoint();
    StoredCheckpoint signed = checkpoints.last(tenant.id()).orElseThrow();
    AnchorDirectory directory = new AnchorDirectory(anchor);
    directory.write(tenant.id(), signed);
    directory.write(tenant.id(), signed);
    Path file = anchor.resolve(tenant.id().toString());
    assertThat(files(file)).hasSize(1).allMatch(name -> name.endsWith(".checkpoint"));
    assertThat(verify("--anchor", anchor.toString()).exitCode()).isZero();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run("DELETE FROM iam_audit_checkpoints WHERE :o");
      chain.cutAfter(1);
      assertThat(verify("--full").exitCode()).isZero();
      Commands.Ended ended = verify("--anchor", anchor.toString());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).contains("BROKEN at record 2: anchor_mismatch");
    }
    Files.writeString(file.resolve("00000000000000000009.checkpoint"), "no note");
    Commands.Ended known = verify("--anchor", anchor.toString());
    assertThat(known.exitCode()).as("not acknowledged").isEqualTo(1);
    assertThat(known.out()).contains(tenant.key() + ": OPEN ", "anchor_mismatch at record 2");
    assertThat(known.err()).contains("00000000000000000009.checkpoint is not a checkpoint");
    acknowledging.acknowledgeAll(tenant.key());
    Commands.Ended damaged = verify("--anchor", anchor.toString());
    assertThat(damaged.exitCode()).isEqualTo(3);
    assertThat(damaged.err()).contains("00000000000000000009.checkpoint is not a checkpoint");
  }

  @Test
  void wrongUsageIsExitCode2() {
    Commands.Ended unknown = commands.run("iam:audit:verify", "--organization", "nobody");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no organization 'nobody'");
    assertThat(commands.run("iam:audit:checkpoint", "--organization", "nobody").exitCode())
        .isEqualTo(2);
    assertThat(commands.run("iam:audit:verify", "--all", "--organization", "x").exitCode())
        .isEqualTo(2);
    assertThat(commands.run("iam:audit:verify", "--nonsense").exitCode()).isEqualTo(2);
  }

  @Test
  void anAnchorThatIsNotThereIsNoSuccess() {
    Commands.Ended ended = verify("--anchor", anchor.resolve("nothing").toString());
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("is not a directory");
  }

  private Commands.Ended verify(String... options) {
    String[] all = java.util.Arrays.copyOf(options, options.length + 3);
    System.arraycopy(all, 0, all, 3, options.length);
    all[0] = "iam:audit:verify";
    all[1] = "--organization";
    all[2] = tenant.key();
    return commands.run(all);
  }

  private Commands.Ended checkpoint() {
    return commands.run("iam:audit:checkpoint", "--organization", tenant.key());
  }

  private static List<String> files(Path directory) throws IOException {
    try (var all = Files.list(directory)) {
      return all.map(file -> file.getFileName().toString()).toList();
    }
  }
}
