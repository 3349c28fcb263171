package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares with a file of {@code src/test/resources/golden}. {@code -Dgolden.update=true} writes
 * the files again; review the difference.
 */
public record GoldenFile(Path path) {

  private static final Path ROOT = Path.of("src/test/resources/golden");

  public static GoldenFile of(String name) {
    return new GoldenFile(ROOT.resolve(name));
  }

  public void assertMatches(String actual) {
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, actual);
      }
      assertThat(path).as("golden file; -Dgolden.update=true makes it").exists();
      assertThat(actual).as(path.toString()).isEqualTo(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
