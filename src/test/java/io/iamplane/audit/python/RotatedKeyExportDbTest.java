package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.CheckpointKeys;
import io.iamplane.cli.Commands;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rotated audit keys stay valid for the checkpoints that they signed, revoked ones do not: in both
 * verifiers.
 */
@QuarkusTest
class RotatedKeyExportDbTest {

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject CheckpointKeys keys;

  @TempDir Path directory;
  private AdminTenant tenant;

  @BeforeEach
  void signedByTheFirstKey() throws SQLException {
    tenant = new AdminTenant(platform);
    sign();
    older();
  }

  @Test
  void rotatedKeyStillCounts() throws SQLException {
    run("iam:keys:rotate", "--purpose", "audit");
    older();
    run("iam:keys:rotate", "--due");
    tenant.made("users", "{'name': 'Ann'}");
    sign();
    verifies();
    assertThat(exported().checkpoints()).isEqualTo(2);
  }

  @Test
  void revokedKeyCountsNoMoreAndIsNoForgery() throws SQLException {
    String signer =
        Rows.texts("SELECT kid FROM iam_signing_keys WHERE status = 'active' AND purpose = 'audit'")
            .getFirst();
    run("iam:keys:revoke", "--kid", signer, "--reason", "A backup was lost");
    verifies();
    assertThat(exported().checkpoints()).isZero();
    sign();
    verifies();
    assertThat(exported().checkpoints()).as("signed again, by the next key").isOne();
  }

  private void verifies() {
    run("iam:audit:verify", "--organization", tenant.organization().key());
    run("iam:audit:verify", "--organization", tenant.organization().key(), "--full");
  }

  private Verdict exported() {
    Path file = directory.resolve("export.jsonl");
    run(
        "iam:audit:export",
        "--organization",
        tenant.organization().key(),
        "--out",
        file.toString());
    List<String> arguments = new ArrayList<>();
    if (Python.checksSignatures()) {
      keys.verifiers().forEach(key -> arguments.addAll(List.of("--key", key.toString())));
    }
    arguments.add(file.toString());
    Python.Run run = Python.verify(arguments);
    assertThat(run.exit()).as(run.errors()).isZero();
    file.toFile().delete();
    return run.only();
  }

  private void sign() {
    run("iam:audit:checkpoint", "--organization", tenant.organization().key());
  }

  private void run(String... command) {
    Commands.Ended ended = commands.run(command);
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
  }

  private static void older() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '3 hours',
          activated_at = activated_at - interval '3 hours',
          superseded_at = superseded_at - interval '3 hours'
        WHERE purpose = 'audit'
        """);
  }
}
