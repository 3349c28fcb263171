package io.iamplane.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.development.PanelServer;
import io.iamplane.panel.NodeTools.Ended;
import io.iamplane.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The built panel, and ways through it in Chromium from an origin of its own. */
final class Journeys {

  private static final Path PICTURES = Path.of("target/panel").toAbsolutePath();
  private static final Duration BUILD = Duration.ofSeconds(120);

  /** Lines by which a journey asks for an outage. */
  private static final String AWAY = "@database away";

  private static final String BACK = "@database back";

  private static boolean built;

  private Journeys() {}

  /** Builds and tests the panel, once; returns the browser, or skips the test without one. */
  static Path build() throws IOException {
    Path browser = NodeTools.browser();
    if (!built) {
      NodeTools.install();
      NodeTools.run(BUILD, Map.of(), line -> {}, "npm", "run", "build").mustBeWell();
      NodeTools.run(BUILD, Map.of(), line -> {}, "npm", "test").mustBeWell();
      built = true;
    }
    return browser;
  }

  /** Goes through the panel as the script {@code e2e/<journey>.mjs} says. */
  static void travel(Path browser, String journey, Duration most, Map<String, String> more)
      throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PANEL", PanelProfile.panel());
    environment.put("API", PanelProfile.api());
    environment.put("OUT", PICTURES.toString());
    environment.put("CHROMIUM", browser.toString());
    try (PanelServer server =
        PanelServer.start(Path.of("panel/dist"), PanelProfile.panelPort(), PanelProfile.api())) {
      assertThat(server.origin()).isEqualTo(PanelProfile.panel());
      String file = "e2e/" + journey + ".mjs";
      Ended ended = NodeTools.run(most, environment, Journeys::hear, "node", file);
      ended.mustBeWell();
      System.out.println(ended.out());
    }
  }

  private static void hear(String line) {
    try {
      switch (line) {
        case AWAY -> TestDatabase.proxy().goAway();
        case BACK -> TestDatabase.proxy().comeBack();
        default -> {
          // Told in the end.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
