package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of relations that a model is brought over with. */
class ModelFilesTest {

  @TempDir Path folder;

  @Test
  void whatCannotBeReadTwiceIsRefused() {
    assertThatThrownBy(() -> ModelFiles.onDisk().open("-"))
        .isInstanceOf(CommandException.class)
        .hasMessage("-: must be a regular file, because it is read twice");
    assertThatThrownBy(() -> ModelFiles.onDisk().open(folder.toString()))
        .isInstanceOf(CommandException.class)
        .hasMessageEndingWith(": must be a regular file, because it is read twice");
  }

  @Test
  void aFileIsOpenedAsOftenAsItIsRead() throws IOException {
    String file = Files.writeString(folder.resolve("tuples.json"), "[]").toString();
    for (int i = 0; i < 2; i++) {
      try (InputStream stream = ModelFiles.onDisk().open(file)) {
        assertThat(stream.readAllBytes()).hasSize(2);
      }
    }
    assertThatThrownBy(() -> ModelFiles.onDisk().open(folder.resolve("absent").toString()))
        .isInstanceOf(NoSuchFileException.class);
  }
}
