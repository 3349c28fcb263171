package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.table.elsewhere.Stray;
import io.iamplane.architecture.fixtures.table.grant.Downward;
import io.iamplane.architecture.fixtures.table.shared.Upward;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages, lowest first: each uses only itself and the packages above it in the list. The
 * table has the first and the second level; deeper packages belong to their second level.
 */
class PackageTableTest {

  private static final List<String> TABLE =
      List.of(
          "shared",
          "shared.net",
          "shared.json",
          "shared.wire",
          "shared.metric",
          "database",
          "trace",
          "job",
          "language.pattern",
          "language.condition",
          "language.relation",
          "audit.tree",
          "audit.note",
          "audit.chain",
          "audit.verifier",
          "change",
          "key.seal",
          "key.lifecycle",
          "key",
          "key.admin",
          "client",
          "directory",
          "directory.account",
          "directory.user",
          "directory.group",
          "directory.object",
          "directory.organization",
          "catalog.controlplane",
          "catalog.document",
          "catalog.schema",
          "catalog.permission",
          "catalog.role",
          "catalog.application",
          "catalog.manifest",
          "grant",
          "grant.activation",
          "grant.relation",
          "grant.load",
          "duty",
          "decision.engine",
          "peer",
          "peer.text",
          "peer.openfga",
          "peer.spicedb",
          "peer.topaz",
          "peer.source",
          "peer.target",
          "peer.proof",
          "peer.own",
          "peer.export",
          "decision.work",
          "decision.snapshot",
          "decision.block",
          "decision.log",
          "decision.kafka",
          "decision.metric",
          "decision.journal",
          "decision.seal",
          "decision.erasure",
          "decision",
          "guard",
          "duty.violation",
          "preview",
          "decision.wire",
          "decision.authzen",
          "simulation.recorded",
          "simulation.report",
          "simulation.probe",
          "simulation.draft",
          "simulation",
          "token",
          "signin",
          "signin.passkey",
          "token.oauth",
          "webhook.signature",
          "webhook.receiver",
          "webhook.retry",
          "webhook.target",
          "webhook.send",
          "webhook",
          "webhook.right",
          "webhook.subscription",
          "webhook.delivery",
          "webhook.retention",
          "webhook.feed",
          "webhook.claim",
          "webhook.outcome",
          "webhook.worker",
          "anomaly",
          "leastprivilege.use",
          "leastprivilege.advice",
          "leastprivilege.finding",
          "leastprivilege.proof",
          "leastprivilege",
          "review",
          "request",
          "audit.events",
          "audit.checkpoint",
          "audit.verification",
          "audit.export",
          "audit.erasure",
          "audit.metric",
          "grant.metric",
          "ops",
          "maintenance",
          "bootstrap",
          "http.json",
          "http.cors",
          "http.forwarded",
          "http.limit",
          "http.exchange",
          "http.connection",
          "http.problem",
          "http.body",
          "http",
          "http.idempotency",
          "http.openapi",
          "cli",
          "development");

  /** A name in a cell of the decision record's table. */
  private static final Pattern NAMES = Pattern.compile("`([^`]+)`");

  private static final String FIXTURES = Rule.BASE + ".architecture.fixtures.table";

  @Test
  void everyPackageUsesOnlyThoseAboveItInTheTable() {
    assertThat(table(Rule.BASE).inApplication()).isEmpty();
  }

  @Test
  void anEdgeUpwardsIsReported() {
    assertThat(table(FIXTURES).inFixtures(Upward.class, Downward.class))
        .containsExactly(Upward.class.getName() + " (shared) uses grant");
  }

  @Test
  void aPackageThatTheTableDoesNotPlaceIsReported() {
    assertThat(table(FIXTURES).inFixtures(Stray.class))
        .containsExactly(
            Stray.class.getName() + " is in elsewhere, which the table does not place");
  }

  @Test
  void theDecisionRecordHasTheSameTable() throws IOException {
    assertThat(
            Files.readString(Path.of("docs/adr/0005-package-table.md"))
                .lines()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .flatMap(row -> NAMES.matcher(row).results())
                .flatMap(name -> expanded(name.group(1))))
        .containsExactlyElementsOf(TABLE);
  }

  /** The names that a cell abbreviates: {@code a.{b,c}} stands for {@code a.b} and {@code a.c}. */
  private static Stream<String> expanded(String cell) {
    int brace = cell.indexOf('{');
    return brace < 0
        ? Stream.of(cell)
        : Stream.of(cell.substring(brace + 1, cell.length() - 1).split(","))
            .map(last -> cell.substring(0, brace) + last);
  }

  private static Rule table(String base) {
    return type -> {
      String own = place(base, type);
      if (!TABLE.contains(own)) {
        return Stream.of(type.getName() + " is in " + own + ", which the table does not place");
      }
      return type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith(base + "."))
          .map(target -> place(base, target))
          .filter(used -> TABLE.indexOf(used) > TABLE.indexOf(own))
          .map(used -> type.getName() + " (" + own + ") uses " + used);
    };
  }

  /** The first two parts of a package's name below the base. */
  private static String place(String base, JavaClass type) {
    String name = type.getPackageName();
    String below = name.length() > base.length() ? name.substring(base.length() + 1) : "";
    int dot = below.indexOf('.', below.indexOf('.') + 1);
    return below.indexOf('.') < 0 || dot < 0 ? below : below.substring(0, dot);
  }
}
