package io.iamplane.chain.note;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Notes that others signed, and the keys they signed with; see SOURCES.txt beside the files. */
final class Vectors {

  static final String PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

  /** The private key of the same example, as its documentation gives it: base64 of 0x01 ‖ seed. */
  static final String PETER_SEED = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";

  static final String ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";

  static final String SUMDB =
      "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

  private Vectors() {}

  static byte[] file(String name) {
    try (InputStream file = Vectors.class.getResourceAsStream("/audit/note/" + name)) {
      return Objects.requireNonNull(file, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] file) {
    return new String(file, StandardCharsets.UTF_8);
  }
}
