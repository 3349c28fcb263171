package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.OutsideService;
import io.iamplane.architecture.fixtures.UnrecordedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * SQL and HQL stand in classes named Store or Query. The list of the others is exact: it only gets
 * shorter.
 */
class SqlUsersTest {

  private static final Path LIST = Path.of("src/test/resources/architecture/sql-elsewhere.txt");

  private static final Set<String> ACCESS =
      Set.of(
          "io.iamplane.database.Sql",
          "jakarta.persistence.EntityManager",
          "org.hibernate.Session",
          "org.hibernate.StatelessSession");

  @Test
  void onlyStoresAndQueriesReachTheDatabase() throws IOException {
    List<String> known =
        Files.readAllLines(LIST).stream().filter(line -> !line.startsWith("#")).toList();
    assertThat(users().inApplication()).containsExactlyElementsOf(known);
  }

  @Test
  void anyOtherClassIsReported() {
    assertThat(users().inFixtures(OutsideService.class, UnrecordedStore.class))
        .containsExactly("OutsideService");
  }

  private static Rule users() {
    return type ->
        type.getPackageName().equals("io.iamplane.database") || isNamed(type) || !reaches(type)
            ? Stream.empty()
            : Stream.of(outermost(type).getSimpleName());
  }

  private static boolean isNamed(JavaClass type) {
    return outermost(type).getSimpleName().matches("\\w*(Store|Query)");
  }

  private static boolean reaches(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .anyMatch(dependency -> ACCESS.contains(dependency.getTargetClass().getName()));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(SqlUsersTest::outermost).orElse(type);
  }
}
