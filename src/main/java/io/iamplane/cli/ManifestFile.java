package io.iamplane.cli;

import io.iamplane.catalog.document.ManifestParser;
import io.iamplane.catalog.document.ManifestText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.util.Locale;

/** A manifest's file: YAML by its name, JSON otherwise. */
final class ManifestFile {

  private ManifestFile() {}

  /**
   * Reads a manifest.
   *
   * @throws CommandException wrong usage, when the file cannot be read
   */
  static ManifestParser.Parsed read(String file) {
    try (InputStream stream = InputFile.open(file)) {
      // One byte more than is allowed shows that the file is too long, without reading all of it.
      return ManifestText.parse(stream.readNBytes(ManifestText.MAX_BYTES + 1), format(file));
    } catch (IOException e) {
      throw InputFile.unreadable(file, e);
    } catch (InvalidPathException e) {
      throw InputFile.unreadable(file, new IOException(e));
    }
  }

  private static ManifestText.Format format(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml")
        ? ManifestText.Format.YAML
        : ManifestText.Format.JSON;
  }
}
