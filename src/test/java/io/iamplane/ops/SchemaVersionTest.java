package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaVersionTest {

  @Test
  void latestMigrationIsTheOneThatTheBuildNeeds() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.startsWith("V"))
                  .map(name -> name.substring(1, name.indexOf("__")))
                  .max(String::compareTo))
          .contains(SchemaVersion.LATEST);
    }
  }
}
