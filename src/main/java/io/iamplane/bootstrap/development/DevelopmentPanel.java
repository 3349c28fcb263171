package io.iamplane.bootstrap.development;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The admin panel of a development start, where it is built. */
final class DevelopmentPanel {

  /** The port of the panel's own development server, too: settings then hold for both. */
  private static final int PORT = 5173;

  private static final String BUILD = "npm --prefix panel ci && npm --prefix panel run build";

  private DevelopmentPanel() {}

  /**
   * Serves the panel until the process ends.
   *
   * @param files the folder of the built files
   * @param issuer where the panel finds sign-in and API
   * @return a line for people
   */
  static String start(Path files, String issuer) {
    if (!Files.exists(files.resolve("index.html"))) {
      return "The admin panel is not built. Build it, and start again: " + BUILD;
    }
    try {
      PanelServer.start(files, PORT, issuer);
      return "The admin panel is at http://localhost:" + PORT;
    } catch (IOException e) {
      return "The admin panel is not served, since port %d is taken: %s"
          .formatted(PORT, e.getMessage());
    }
  }
}
