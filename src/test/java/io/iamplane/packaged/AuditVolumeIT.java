package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.BuiltChain;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands of the audit log on a chain of a million records, in little memory. */
@Tag("stress")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class AuditVolumeIT {

  private static final int RECORDS = Integer.getInteger("stress.records", 1_000_000);
  private static final int SINCE = 10_000;
  private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC");

  @Test
  void aMillionRecordsAreVerifiedIn256MebibytesOfHeap() throws SQLException {
    String database = FreshDatabase.create();
    Map<String, String> environment = FreshDatabase.environment(FreshDatabase.url(database));
    done(PackagedApp.run(environment, "iam:migrate"));
    done(PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme"));
    try (Connection owner =
        DriverManager.getConnection(FreshDatabase.url(database), "postgres", "postgres")) {
      OrganizationId acme = tenant(owner);
      BuiltChain.append(owner, acme, RECORDS);
      verify(environment, "--full");
      report("--full", owner, RECORDS);
      done(PackagedApp.run(environment, "iam:audit:checkpoint", "--organization", "acme"));
      BuiltChain.append(owner, acme, SINCE);
      verify(environment);
      Duration since = report("from the last checkpoint", owner, SINCE);
      assertThat(since).isLessThan(Duration.ofSeconds(2));
    }
    done(
        PackagedApp.run(
            SMALL,
            environment,
            "iam:audit:export",
            "--organization",
            "acme",
            "--out",
            PackagedApp.TARGET.resolve("volume.jsonl").toString()));
  }

  private static void verify(Map<String, String> environment, String... more) {
    List<String> arguments = new ArrayList<>(List.of("iam:audit:verify", "--organization", "acme"));
    arguments.addAll(List.of(more));
    done(PackagedApp.run(SMALL, environment, arguments.toArray(String[]::new)));
  }

  /** Prints and returns the duration of the last verification, without the start of the process. */
  private static Duration report(String what, Connection owner, int records) throws SQLException {
    try (Statement statement = owner.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT started_at, finished_at FROM iam_audit_verifications"
                    + " ORDER BY id DESC LIMIT 1")) {
      row.next();
      Duration took =
          Duration.between(
              row.getTimestamp("started_at").toInstant(),
              row.getTimestamp("finished_at").toInstant());
      System.out.printf(
          "%s: %,d records in %,d ms, %,d/s%n",
          what, records, took.toMillis(), records * 1_000L / Math.max(1, took.toMillis()));
      return took;
    }
  }

  private static Ended done(Ended ended) {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }

  private static OrganizationId tenant(Connection owner) throws SQLException {
    try (Statement statement = owner.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT id FROM iam_organizations WHERE key = 'acme'")) {
      row.next();
      return new OrganizationId(row.getObject(1, UUID.class));
    }
  }
}
