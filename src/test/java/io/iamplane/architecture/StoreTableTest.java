package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import jakarta.persistence.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Ensures that each table has the writers that {@code architecture/stores.txt} lists: rows are
 * written through Panache by one store, sets of rows in SQL. A second writer needs a reason there,
 * and so does SQL, with a figure if the reason is speed.
 */
class StoreTableTest {

  private static final Path MAIN = Path.of("src/main/java");
  private static final Path LIST = Path.of("src/test/resources/architecture/stores.txt");
  private static final Pattern SPEED = Pattern.compile("\\b(?:rate|fast|slow|quick|speed)");
  private static final Pattern SQL_WRITE =
      Pattern.compile("\\b(?:INSERT INTO|UPDATE|DELETE FROM)\\s+(iam_\\w+)");

  @Test
  void everyTableHasTheWritersOfTheList() {
    SortedSet<String> found = table(panache(Rule.Application.CLASSES.stream()), sql(MAIN));
    found.forEach(System.out::println);
    assertThat(found).containsExactlyElementsOf(withoutReasons());
  }

  @Test
  void aSecondWriterHasAReason() {
    for (String[] columns : columns()) {
      assertThat(columns[3].isBlank()).as(columns[0]).isEqualTo(!columns[2].contains(","));
    }
  }

  @Test
  void aTableInSqlHasAReason() {
    for (String[] columns : columns()) {
      assertThat(columns[4].isBlank()).as(columns[0]).isEqualTo(columns[1].equals(" Panache "));
    }
  }

  @Test
  void aReasonOfSpeedHasAFigure() {
    for (String[] columns : columns()) {
      if (SPEED.matcher(columns[4]).find()) {
        assertThat(columns[4]).as(columns[0]).containsPattern("\\d");
      }
    }
  }

  @Test
  void aTableThatIsWrittenInBothWaysShows() {
    Map<String, SortedSet<String>> panache =
        Map.of("iam_things", new TreeSet<>(List.of("ThingStore")));
    Map<String, SortedSet<String>> sql = Map.of("iam_things", new TreeSet<>(List.of("OtherStore")));
    assertThat(table(panache, sql))
        .containsExactly("iam_things | Panache and SQL | OtherStore, ThingStore |");
  }

  private static SortedSet<String> table(
      Map<String, SortedSet<String>> panache, Map<String, SortedSet<String>> sql) {
    SortedSet<String> tables = new TreeSet<>(panache.keySet());
    tables.addAll(sql.keySet());
    return tables.stream()
        .map(table -> line(table, panache.get(table), sql.get(table)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String line(String table, SortedSet<String> panache, SortedSet<String> sql) {
    String how = panache == null ? "SQL" : sql == null ? "Panache" : "Panache and SQL";
    SortedSet<String> writers = new TreeSet<>();
    Stream.of(panache, sql).filter(each -> each != null).forEach(writers::addAll);
    return "%s | %s | %s |".formatted(table, how, String.join(", ", writers));
  }

  /** The tables of the entities that repositories are for. */
  private static Map<String, SortedSet<String>> panache(Stream<JavaClass> types) {
    Map<String, SortedSet<String>> tables = new TreeMap<>();
    types
        .filter(type -> type.getSimpleName().endsWith("Store"))
        .forEach(type ->
            type.getSuperclass()
                .filter(JavaParameterizedType.class::isInstance)
                .map(parent -> ((JavaParameterizedType) parent).getActualTypeArguments().getFirst())
                .map(entity -> entity.toErasure())
                .filter(entity -> entity.isAnnotatedWith(Table.class))
                .ifPresent(entity ->
                    add(
                        tables,
                        entity.getAnnotationOfType(Table.class).name(),
                        type.getSimpleName())));
    return tables;
  }

  /** Finds the tables that the statements in the sources write, by store. */
  private static Map<String, SortedSet<String>> sql(Path folder) {
    Map<String, SortedSet<String>> tables = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> file.toString().endsWith("Store.java"))
          .forEach(file -> {
            Matcher write = SQL_WRITE.matcher(read(file));
            while (write.find()) {
              add(tables, write.group(1), file.getFileName().toString().replace(".java", ""));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tables;
  }

  private static void add(Map<String, SortedSet<String>> tables, String table, String store) {
    tables.computeIfAbsent(table, _ -> new TreeSet<>()).add(store);
  }

  private static List<String> withoutReasons() {
    return columns().stream()
        .map(columns -> "%s|%s|%s|".formatted(columns[0], columns[1], columns[2]))
        .toList();
  }

  private static List<String[]> columns() {
    return read(LIST)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split("\\|", -1))
        .peek(columns -> assertThat(columns).hasSize(5))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
