package io.iamplane.grant.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.chain.EventType;
import io.iamplane.change.Changes;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The import of many relations: complete, each with its version, change row, record and message,
 * and in memory that does not follow the size of the file. Prints how long it took.
 */
@QuarkusTest
class ImportVolumeDbTest {

  private static final Logger LOG = Logger.getLogger(ImportVolumeDbTest.class);

  /** A million unless {@code -Dstress.relations} says otherwise. */
  private static final int MANY = Integer.getInteger("stress.relations", 1_000_000);

  private static final int FEW = 3_500;
  private static final int PEOPLE = 1_000;

  /** The file of a million relations takes 200, and held as objects twice as much. */
  private static final long MOST_MEBIBYTES = 64;

  @Inject Commands commands;
  @Inject ManifestInstaller manifests;
  @Inject Changes changes;
  @Inject TestPlatform platform;
  @Inject ImportWatch watch;
  @TempDir Path directory;

  private Organization tenant;

  @BeforeEach
  void tenantWithAModel() {
    tenant = platform.tenant();
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "types": {"doc": {"relations": {"viewer": "user"}}}}
            """));
  }

  @Test
  void aFewThousandRelationsAreImportedWhole() throws Exception {
    Path file = file(FEW);
    imported(file, FEW);
    long version = changes.version(tenant.id()).orElseThrow();
    run("iam:relations:import", file.toString());
    assertThat(changes.version(tenant.id())).as("a second time").hasValue(version);
    whole(FEW);
  }

  @Test
  @Tag("stress")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void aMillionRelationsAreImportedWhole() throws Exception {
    imported(file(MANY), MANY);
    whole(MANY);
  }

  private void imported(Path file, int count) {
    watch.start(tenant.id(), count);
    long start = System.nanoTime();
    Commands.Ended ended = run("iam:relations:import", file.toString());
    double seconds = (System.nanoTime() - start) / 1e9;
    List<ImportWatch.Look> looks = watch.stop();
    LOG.infof(
        "imported %,d relations in %.1f s, %,.0f/s: %s", count, seconds, count / seconds, looks);
    assertThat(ended.out()).contains("%d objects and %d relations".formatted(PEOPLE, count));
    assertThat(looks).hasSizeGreaterThan(4);
    assertThat(looks)
        .as("memory is flat")
        .allMatch(look -> look.mebibytes() < looks.getFirst().mebibytes() + MOST_MEBIBYTES);
  }

  /** One change row, record and message for each relation; versions and chain without a hole. */
  private void whole(int count) throws SQLException {
    String written = " AND event_type = '" + EventType.RELATION_WRITTEN.wire() + "'";
    assertThat(number("count(*)", "iam_relations", "")).isEqualTo(count);
    assertThat(number("count(DISTINCT target_id)", "iam_policy_changes", written)).isEqualTo(count);
    assertThat(number("count(DISTINCT target_id)", "iam_audit_records", written)).isEqualTo(count);
    assertThat(number("count(*)", "iam_audit_records", written)).isEqualTo(count);
    assertThat(number("count(*)", "iam_outbox_messages", written)).isEqualTo(count);
    long version = changes.version(tenant.id()).orElseThrow();
    assertThat(number("count(DISTINCT version)", "iam_policy_changes", "")).isEqualTo(version);
    assertThat(number("max(version)", "iam_policy_changes", "")).isEqualTo(version);
    run("iam:audit:verify", "--full");
  }

  private long number(String what, String table, String and) throws SQLException {
    String of = " WHERE organization_id = '" + tenant.id() + "'";
    return Long.parseLong(Rows.texts("SELECT " + what + " FROM " + table + of + and).getFirst());
  }

  private Commands.Ended run(String command, String argument) {
    Commands.Ended ended = commands.run(command, argument, "--organization", tenant.key());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }

  private Path file(int relations) throws IOException {
    Path file = directory.resolve("relations.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"relations\": [");
      for (int i = 0; i < relations; i++) {
        out.write(i == 0 ? "\n" : ",\n");
        out.write(
            """
            {"object_type": "doc", "object_id": "document-%d", "relation": "viewer", \
            "subject_type": "user", "subject_id": "person-%d"}\
            """
                .formatted(i, i % PEOPLE));
      }
      out.write("],\n\"objects\": [");
      for (int i = 0; i < PEOPLE; i++) {
        out.write((i == 0 ? "" : ",") + "{\"type\": \"user\", \"id\": \"person-" + i + "\"}");
      }
      out.write("]}");
    }
    return file;
  }
}
