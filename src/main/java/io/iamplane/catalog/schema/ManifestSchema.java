package io.iamplane.catalog.schema;

import io.iamplane.shared.Hashes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        throw new IllegalStateException("the build left out " + FILE);
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

  /**
   * Returns true if a client has this text already, by its header {@code If-None-Match}. The
   * comparison is weak (RFC 9110, section 13.1.2): a proxy that compresses makes the tag weak.
   */
  boolean isAmong(@Nullable List<String> ifNoneMatch) {
    return ifNoneMatch != null
        && Stream.of(String.join(",", ifNoneMatch).split(","))
            .map(String::strip)
            .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals("W/" + tag));
  }
}
