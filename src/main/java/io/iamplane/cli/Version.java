package io.iamplane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
final class Version {

  private static final String FILE = "/iam-version.properties";

  private Version() {}

  static String read() {
    Properties properties = new Properties();
    try (InputStream file = Version.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the build does not contain " + FILE);
      }
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
