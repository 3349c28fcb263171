package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every column that can hold text says how a person's name leaves it, or why none comes in: a new
 * column fails here until it is placed.
 */
@QuarkusTest
class TextColumnsDbTest {

  private static final Path LIST = Path.of("src/test/resources/audit/text-columns.txt");

  @Inject TestPlatform platform;

  /** The allowed values in the list. */
  private static final Set<String> ANSWERS =
      Set.of("erased", "blanked", "reported", "no person", "chained");

  @Test
  void everyColumnOfTextIsPlaced() throws SQLException, IOException {
    platform.platform();
    Set<String> columns =
        new TreeSet<>(
            Rows.texts(
                """
                SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c
                JOIN pg_class t ON t.relname = c.table_name AND NOT t.relispartition
                  AND t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
                WHERE c.table_schema = 'public' AND c.table_name LIKE 'iam\\_%'
                  AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
                """));
    assertThat(new TreeSet<>(list().keySet())).isEqualTo(columns);
  }

  @Test
  void everyAnswerIsOneOfAFewAndHasAReason() throws IOException {
    list()
        .forEach((column, answer) -> {
          assertThat(ANSWERS).as(column).contains(answer.getFirst());
          assertThat(answer.get(1)).as(column).isNotBlank();
        });
  }

  @Test
  void whatIsReportedIsWhatTheErasureLooksThrough() throws IOException {
    Set<String> looked =
        Stream.of(LivePlace.values())
            .flatMap(place -> place.columns().stream().map(each -> place.table() + "." + each))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> reported =
        list().entrySet().stream()
            .filter(entry -> entry.getValue().getFirst().equals("reported"))
            .map(java.util.Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    looked.remove("iam_users.attributes");
    assertThat(reported).isEqualTo(looked);
  }

  private static TreeMap<String, List<String>> list() throws IOException {
    TreeMap<String, List<String>> list = new TreeMap<>();
    for (String line : Files.readAllLines(LIST)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" \\| ", 3);
        list.put(parts[0].strip(), List.of(parts[1].strip(), parts[2].strip()));
      }
    }
    return list;
  }
}
