package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules about writes that only the text of the sources shows, not the compiled classes. */
class SqlTextTest {

  private static final Path MAIN = Path.of("src/main/java");
  private static final Pattern WRITE =
      Pattern.compile("\\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|MERGE INTO)\\s+(iam_\\w+)");

  @Test
  void sqlThatWritesStandsInStoresOnly() {
    assertThat(writingFiles(MAIN)).allMatch(file -> file.toString().endsWith("Store.java"));
  }

  @Test
  void operationalStoresWriteTheirOwnTablesOnly() {
    for (OperationalStores.Entry entry : OperationalStores.entries().values()) {
      Path source = MAIN.resolve(entry.store().replace('.', '/') + ".java");
      assertThat(tables(source)).as(entry.store()).isNotEmpty().isSubsetOf(entry.tables());
      assertThat(entry.reason()).as(entry.store()).isNotBlank();
    }
  }

  /**
   * A query that writes and returns would pass for a read; one in parentheses is a part of another
   * that writes.
   */
  @Test
  void noStatementWritesAndReturnsRows() {
    assertThat(writingFiles(MAIN))
        .noneMatch(file -> read(file).replace("RETURNING *)", "").contains("RETURNING"));
  }

  @Test
  void writesOutsideAStoreAreFound(@TempDir Path folder) throws IOException {
    Path service = folder.resolve("ThingService.java");
    Files.writeString(
        service, "\"INSERT INTO iam_things (id) VALUES (?)\" \"DELETE FROM iam_old\"");
    Files.writeString(folder.resolve("ThingReader.java"), "\"SELECT 1 FROM iam_things\"");

    assertThat(writingFiles(folder)).containsExactly(service);
    assertThat(tables(service)).containsExactly("iam_old", "iam_things");
  }

  private static List<Path> writingFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !tables(file).isEmpty())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> tables(Path source) {
    Set<String> tables = new TreeSet<>();
    Matcher write = WRITE.matcher(read(source));
    while (write.find()) {
      tables.add(write.group(1));
    }
    return tables;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
