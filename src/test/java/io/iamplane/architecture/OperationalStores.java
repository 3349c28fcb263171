package io.iamplane.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checked-in list of stores that write operational tables outside a recorded change. */
final class OperationalStores {

  private static final Path LIST =
      Path.of("src/test/resources/architecture/operational-stores.txt");

  private OperationalStores() {}

  /**
   * One line of the list.
   *
   * @param tables the tables that the store may write
   */
  record Entry(String store, List<String> tables, String reason) {}

  static boolean contains(JavaClass type) {
    return entries().containsKey(type.getName());
  }

  static Map<String, Entry> entries() {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (String line : read()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] columns = line.split("\\|", -1);
        if (columns.length != 3) {
          throw new IllegalStateException("not store | tables | why: " + line);
        }
        List<String> tables = List.of(columns[1].strip().split("\\s*,\\s*"));
        entries.put(columns[0].strip(), new Entry(columns[0].strip(), tables, columns[2].strip()));
      }
    }
    return entries;
  }

  private static List<String> read() {
    try {
      return Files.readAllLines(LIST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
