package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLevelsTest {

  private static final String CATEGORY = "io.iamplane.ops.levels";

  @TempDir Path directory;

  private final Logger logger = Logger.getLogger(CATEGORY);
  private Path file;
  private LogLevels levels;

  @BeforeEach
  void begin() {
    file = directory.resolve("levels");
    levels = new LogLevels(() -> Optional.of(file));
  }

  @AfterEach
  void restore() {
    logger.setLevel(null);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
    levels.refresh();
  }

  @Test
  void aLevelCountsWhileTheFileHasIt() throws IOException {
    logger.setLevel(Level.WARNING);
    levels.refresh();
    assertThat(logger.getLevel()).isEqualTo(Level.WARNING);

    write("# for INC-7\n" + CATEGORY + " = DEBUG\n");
    assertThat(logger.getLevel().intValue()).isEqualTo(Level.FINE.intValue());
    write(CATEGORY + "=ERROR");
    assertThat(logger.getLevel().intValue()).isEqualTo(Level.SEVERE.intValue());

    write("");
    assertThat(logger.getLevel()).isEqualTo(Level.WARNING);
  }

  @Test
  void withoutTheFileAllIsAsBefore() throws IOException {
    write(CATEGORY + "=DEBUG");
    Files.delete(file);
    levels.refresh();
    assertThat(logger.getLevel()).isNull();
  }

  /** A directory in its place, as while a volume is replaced. */
  @Test
  void aFileThatCannotBeReadChangesNothing() throws IOException {
    write(CATEGORY + "=DEBUG");
    Files.delete(file);
    Files.createDirectory(file);
    levels.refresh();
    assertThat(logger.getLevel().intValue()).isEqualTo(Level.FINE.intValue());
  }

  @Test
  void nothingIsReadWhereNoFileIsSet() {
    new LogLevels(Optional::empty).refresh();
    assertThat(logger.getLevel()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3cr3t",
        "io.iamplane=TRACE",
        "io.iamplane=debug",
        "=DEBUG",
        "io.iamplane DEBUG",
        "io.iamplanets=DEBUG",
        "io.vertx.core.http=DEBUG",
        "org.hibernate=DEBUG"
      })
  void whatIsNoLevelIsAFaultThatShowsNoText(String line) {
    LogLevelLines read = LogLevelLines.of("\n" + CATEGORY + "=INFO\n" + line);
    assertThat(read.levels()).isEqualTo(Map.of(CATEGORY, Level.INFO));
    assertThat(read.faults())
        .singleElement()
        .asString()
        .startsWith("line 3: must be ")
        .doesNotContain("s3cr3t");
  }

  @Test
  void librariesMayBeQuieter() {
    assertThat(LogLevelLines.of("org.hibernate=OFF\nio.quarkus=WARN").levels())
        .containsOnlyKeys("org.hibernate", "io.quarkus");
  }
}
