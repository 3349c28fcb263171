package io.iamplane.panel;

import io.iamplane.testing.ScannedDocument;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Map;

/**
 * An application that the panel may call from another origin, under an issuer that is its address.
 */
public class PanelProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    String panel = panel();
    return Map.of(
        ScannedDocument.NONE,
        "true",
        "quarkus.http.test-port",
        Integer.toString(port("api")),
        "iam.issuer",
        api(),
        // People sign in without a passkey in most journeys.
        "iam.step-up.high-risk",
        "false",
        // Renewed a minute before its end, so once or twice in a journey.
        "iam.token.lifetime",
        "80S",
        "iam.http.cors.origins",
        panel,
        "iam.panel.redirect-uris",
        panel + "/callback",
        "iam.panel.post-logout-redirect-uris",
        panel + "/signed-out");
  }

  /** By a name: a passkey is of no IP address (Web Authentication, section 5.1.2). */
  static String api() {
    return "http://localhost:" + port("api");
  }

  static String panel() {
    return "http://localhost:" + panelPort();
  }

  static int panelPort() {
    return port("panel");
  }

  /** A free port, chosen once: the build and the application load this class each by itself. */
  private static int port(String of) {
    String property = "io.iamplane.panel.port." + of;
    synchronized (System.class) {
      if (System.getProperty(property) == null) {
        try (ServerSocket socket = new ServerSocket(0)) {
          System.setProperty(property, Integer.toString(socket.getLocalPort()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return Integer.getInteger(property);
    }
  }
}
