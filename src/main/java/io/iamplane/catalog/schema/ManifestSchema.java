package io.iamplane.catalog.schema;

import io.iamplane.shared.Hashes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * The schema (JSON Schema, draft 2020-12) as it is in the build. It accepts everything that the
 * parser of manifests accepts; the parser refuses more.
 */
@Singleton
class ManifestSchema {

  /** The path of the schema; a native image holds it because application.properties names it. */
  static final String FILE = "META-INF/iam/manifest-schema.json";

  private final byte[] text;
  private final String tag;

  /**
   * Reads the file, once for the life of the process.
   *
   * @throws IllegalStateException when the build left it out
   */
  ManifestSchema() {
    text = read();
    tag = '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.sha256(text)) + '"';
  }

  private static byte[] read() {
    try (InputStream file = ManifestSchema.class.getResourceAsStream("/" + FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is missing from the build");
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The schema in UTF-8. */
  byte[] text() {
    return text.clone();
  }

  /** The strong entity tag of the text, in its quotes (RFC 9110, section 8.8.3). */
  String tag() {
    return tag;
  }
}
