package io.iamplane.signin.federation;

import io.iamplane.signin.PanelWithCallbacks;
import io.iamplane.testing.ScannedDocument;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;

/** An application whose issuer is its address, so that it can be asked as a provider. */
public final class SecondInstanceProfile implements QuarkusTestProfile {

  private static final String PORT = "io.iamplane.signin.federation.port";

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.http.test-port",
        Integer.toString(port()),
        "iam.issuer",
        issuer(),
        ScannedDocument.NONE,
        "true");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(PanelWithCallbacks.class);
  }

  static String issuer() {
    return "http://localhost:" + port();
  }

  /** A free port, chosen once: the build and the application load this class each by itself. */
  private static int port() {
    synchronized (System.class) {
      if (System.getProperty(PORT) == null) {
        try (ServerSocket socket = new ServerSocket(0)) {
          System.setProperty(PORT, Integer.toString(socket.getLocalPort()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return Integer.getInteger(PORT);
    }
  }
}
