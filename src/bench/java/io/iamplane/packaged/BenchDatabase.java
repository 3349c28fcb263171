package io.iamplane.packaged;

import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The PostgreSQL of a benchmark: the one that the tests bring along, or that of the machine. */
final class BenchDatabase {

  private BenchDatabase() {}

  /**
   * Starts one with its defaults.
   *
   * @param property says which, {@code embedded} (when it is not set) or {@code installed}
   */
  static WriteDatabase start(String property, Path data) throws IOException, InterruptedException {
    String which = System.getProperty(property, "embedded");
    switch (which) {
      case "embedded" -> {
        return WriteDatabase.start(data);
      }
      case "installed" -> {
        InstalledPostgres server =
            InstalledPostgres.start(data, "max_connections=" + WriteDatabase.MOST_CONNECTIONS)
                .orElseThrow(() -> new IllegalStateException("no PostgreSQL with tools is found"));
        return new WriteDatabase(
            server.port(),
            server.process(),
            () -> {
              server.close();
              delete(data);
            });
      }
      default ->
          throw new IllegalArgumentException(
              "-D%s is embedded or installed, not %s".formatted(property, which));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
