package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.audit.export.ExportService;
import io.iamplane.audit.verification.TamperedChain;
import io.iamplane.chain.CheckpointKeys;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.IamException;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies exports of the service with the verifier in Python. */
@QuarkusTest
class ServiceExportDbTest {

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject ExportService exports;
  @Inject ChainVerifier verifier;
  @Inject CheckpointKeys keys;

  @TempDir Path directory;

  // Every test restores the chain, so that one is enough for all.
  private static Organization tenant;

  @BeforeEach
  void aTenantWithTwoCheckpoints() {
    if (tenant != null) {
      return;
    }
    AdminTenant admin = new AdminTenant(platform);
    Organization made = admin.organization();
    for (int i = 0; i < 40; i++) {
      admin.made("users", "{'name': 'Zoë %1$d', 'attributes': {'n': %1$d.5}}".formatted(i));
      if (i == 10 || i == 20) {
        assertThat(commands.run("iam:audit:checkpoint", "--organization", made.key()).exitCode())
            .isZero();
      }
    }
    tenant = made;
  }

  @Test
  void whatIsUntouchedHoldsForBoth() {
    Verdict verdict = verify(export(), 0);
    assertThat(verdict.valid()).isTrue();
    assertThat(verdict.checkpoints()).isEqualTo(2);
    Verdict personal = verify(export("--with-personal-values"), 0);
    assertThat(personal.head()).isEqualTo(verdict.head()).isEqualTo(service().head());
    assertThat(personal.records()).isEqualTo(service().toSeq());
  }

  @Test
  void aWindowHoldsToo() {
    for (int from : new int[] {2, 8, 9, 16, 17, 30}) {
      assertThat(verify(export("--from", "" + from), 0).valid()).as("from " + from).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE iam_audit_records SET canonical = canonical || ' ' WHERE :o AND seq = 7",
        "UPDATE iam_audit_records SET hash = set_bit(hash, 9, 1 - get_bit(hash, 9)) WHERE :o"
            + " AND seq = 12",
        "DELETE FROM iam_audit_records WHERE :o AND seq = 1",
        "DELETE FROM iam_audit_records WHERE :o AND seq = 15",
        "DELETE FROM iam_audit_records WHERE :o AND seq BETWEEN 20 AND 25",
        "DELETE FROM iam_audit_records WHERE :o AND seq > 40",
        "UPDATE iam_audit_records SET seq = seq + 5 + 1000 WHERE :o AND seq > 30",
        "UPDATE iam_audit_heads SET hash = set_bit(hash, 9, 1 - get_bit(hash, 9)) WHERE :o",
        "UPDATE iam_audit_checkpoints SET note = replace(note, E'\\n\\n', E'x\\n\\n') WHERE :o"
      })
  void whatIsTamperedWithIsFoundByBothAtTheSamePlace(String tampering) throws SQLException {
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.run(tampering);
      Finding finding = service().finding();
      assertThat(finding).as(tampering).isNotNull();
      Verdict verdict = verify(export(), 1);
      assertThat(verdict.valid()).isFalse();
      assertThat(verdict.cause()).as(tampering).isEqualTo(finding.cause().wire());
      assertThat(verdict.seq()).as(tampering).isEqualTo(finding.seq());
    }
  }

  @Test
  void aRewriteBeforeACheckpointIsFoundByBoth() throws SQLException {
    Python.assumeSignatures();
    try (TamperedChain chain = new TamperedChain(tenant.id())) {
      chain.rewriteFrom(5);
      Finding finding = service().finding();
      assertThat(finding).isNotNull();
      Verdict verdict = verify(export(), 1);
      assertThat(verdict.cause())
          .isEqualTo(finding.cause().wire())
          .isEqualTo("checkpoint_mismatch");
      assertThat(verdict.seq()).isEqualTo(finding.seq());
    }
  }

  @Test
  void personalValuesAreWithheldUnlessAskedFor() throws IOException {
    assertThat(Files.readString(export())).doesNotContain("Zoë 1");
    assertThat(Files.readString(export("--with-personal-values"))).contains("Zoë 1");
  }

  @Test
  void badInputIsExitCode2AndLeavesNoFile() {
    Path file = directory.resolve("bad.jsonl");
    for (String from : new String[] {"0", "-1", "100000", "x"}) {
      assertThat(
              commands
                  .run(
                      "iam:audit:export",
                      "--organization",
                      tenant.key(),
                      "--out",
                      file.toString(),
                      "--from",
                      from)
                  .exitCode())
          .as(from)
          .isEqualTo(2);
    }
    assertThat(
            commands
                .run("iam:audit:export", "--organization", "nobody", "--out", file.toString())
                .exitCode())
        .isEqualTo(2);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatCannotBeWrittenIsNoSuccess() {
    Path nowhere = directory.resolve("not/there.jsonl");
    Commands.Ended ended =
        commands.run(
            "iam:audit:export", "--organization", tenant.key(), "--out", nowhere.toString());
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("the incomplete export was removed");
    Writer full =
        new StringWriter() {
          @Override
          public void write(String text) {
            if (getBuffer().length() > 2_000) {
              throw new UncheckedIOException(new IOException("no space left"));
            }
            super.write(text);
          }
        };
    assertThatThrownBy(() -> exports.write(tenant.id(), new ExportService.Request(1, false), full))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(full.toString()).doesNotContain("\"type\":\"end\"");
    assertThatThrownBy(() ->
            exports.write(tenant.id(), new ExportService.Request(0, false), new StringWriter()))
        .isInstanceOf(IamException.class);
  }

  private Path export(String... options) {
    Path file = directory.resolve("export.jsonl");
    List<String> command =
        new ArrayList<>(
            List.of("iam:audit:export", "--organization", tenant.key(), "--out", file.toString()));
    command.addAll(List.of(options));
    Commands.Ended ended = commands.run(command.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return file;
  }

  private Verdict verify(Path file, int exit) {
    List<String> arguments = new ArrayList<>();
    if (Python.checksSignatures()) {
      keys.verifiers().forEach(key -> arguments.addAll(List.of("--key", key.toString())));
    }
    arguments.add(file.toString());
    Python.Run run = Python.verify(arguments);
    assertThat(run.exit()).as(run.errors()).isEqualTo(exit);
    return run.only();
  }

  private Verification service() {
    return verifier.verify(tenant.id(), new ChainVerifier.Plan(true, List.of(), null));
  }
}
