package io.iamplane.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.table.elsewhere.Stray;
import io.iamplane.architecture.fixtures.table.grant.Downward;
import io.iamplane.architecture.fixtures.table.shared.Upward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages, lowest first: each uses only itself and the packages above it in the table of the
 * decision record. The table has the first level, a room, and the second; deeper packages belong to
 * their second level.
 */
class PackageTableTest {

  private static final Path PAGE = Path.of("docs/adr/0005-package-table.md");

  /** A name in a cell of the decision record's table. */
  private static final Pattern NAMES = Pattern.compile("`([^`]+)`");

  private static final List<String> TABLE = read();

  /** Entry points, which no other package uses. */
  private static final Set<String> ENTRIES = Set.of("cli", "bootstrap.development");

  private static final int MOST_ARROWS = 150;

  private static final String FIXTURES = Rule.BASE + ".architecture.fixtures.table";

  @Test
  void everyPackageUsesOnlyThoseAboveItInTheTable() {
    assertThat(table(Rule.BASE).inApplication()).isEmpty();
  }

  /** With the order above, this also leaves no way from a room back into it. */
  @Test
  void packagesOfOneRoomFollowOneAnother() {
    List<String> rooms = TABLE.stream().map(PackageTableTest::room).toList();
    for (String room : rooms) {
      assertThat(rooms.subList(rooms.indexOf(room), rooms.lastIndexOf(room) + 1))
          .containsOnly(room);
    }
  }

  @Test
  void roomsUseFewOthers() {
    Rule arrows =
        type ->
            used(Rule.BASE, type).map(used -> room(place(Rule.BASE, type)) + " uses " + room(used));
    Set<String> betweenRooms =
        arrows.inApplication().stream()
            .filter(arrow -> !arrow.matches("(\\w+) uses \\1"))
            .collect(toCollection(TreeSet::new));
    assertThat(betweenRooms).hasSizeLessThanOrEqualTo(MOST_ARROWS);
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

  private static List<String> read() {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines
          .filter(line -> line.startsWith("| ") && line.contains("`"))
          .flatMap(row -> NAMES.matcher(row).results())
          .flatMap(name -> expanded(name.group(1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      return used(base, type)
          .filter(used ->
              TABLE.indexOf(used) > TABLE.indexOf(own)
                  || !used.equals(own) && ENTRIES.contains(used))
          .map(used -> type.getName() + " (" + own + ") uses " + used);
    };
  }

  /** The places of all that a type uses. */
  private static Stream<String> used(String base, JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
        .filter(target -> target.getPackageName().startsWith(base + "."))
        .map(target -> place(base, target));
  }

  private static String room(String place) {
    return place.contains(".") ? place.substring(0, place.indexOf('.')) : place;
  }

  /** The first two parts of a package's name below the base. */
  private static String place(String base, JavaClass type) {
    String name = type.getPackageName();
    String below = name.length() > base.length() ? name.substring(base.length() + 1) : "";
    int dot = below.indexOf('.', below.indexOf('.') + 1);
    return below.indexOf('.') < 0 || dot < 0 ? below : below.substring(0, dot);
  }
}
