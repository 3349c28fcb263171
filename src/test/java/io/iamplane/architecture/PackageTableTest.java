package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.table.elsewhere.Stray;
import io.iamplane.architecture.fixtures.table.grant.Downward;
import io.iamplane.architecture.fixtures.table.shared.Upward;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages, lowest first: each uses only itself and those above it in the list. */
class PackageTableTest {

  private static final List<String> TABLE =
      List.of(
          "shared",
          "database",
          "trace",
          "language",
          "outbox",
          "audit",
          "change",
          "key",
          "client",
          "directory",
          "catalog",
          "grant",
          "decision",
          "token",
          "webhook",
          "governance",
          "auditor",
          "ops",
          "maintenance",
          "bootstrap",
          "http",
          "cli",
          "development");

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

  private static Rule table(String base) {
    return type -> {
      String own = top(base, type);
      if (!TABLE.contains(own)) {
        return Stream.of(type.getName() + " is in " + own + ", which the table does not place");
      }
      return type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith(base + "."))
          .map(target -> top(base, target))
          .filter(used -> TABLE.indexOf(used) > TABLE.indexOf(own))
          .map(used -> type.getName() + " (" + own + ") uses " + used);
    };
  }

  /** The first part of a package's name below the base. */
  private static String top(String base, JavaClass type) {
    String name = type.getPackageName();
    String below = name.length() > base.length() ? name.substring(base.length() + 1) : "";
    int dot = below.indexOf('.');
    return dot < 0 ? below : below.substring(0, dot);
  }
}
