package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Texts for operators name the connections that a process opens at most. */
class ConnectionCountTest {

  private static final int BESIDE_THE_POOL =
      ControlConnections.CONNECTIONS + ControlConnections.LISTENING + CombinedWrites.AT_A_TIME;

  @Test
  void textsNameTheConnectionsOfAProcess() throws IOException {
    Properties settings = new Properties();
    try (var in = Files.newInputStream(Path.of("src/main/resources/application.properties"))) {
      settings.load(in);
    }
    int all =
        Integer.parseInt(settings.getProperty("quarkus.datasource.jdbc.max-size"))
            + BESIDE_THE_POOL;

    assertThat(Path.of("docs/kubernetes.md")).content().contains("up to " + all + " connections");
    assertThat(Path.of("docs/runbooks/IamOutboxLag.md"))
        .content()
        .contains("(" + all + " for each pod)");
    assertThat(Path.of("deploy/k8s/overlays/production/autoscaler.yaml"))
        .content()
        .contains("up to " + all + " connections", "and " + BESIDE_THE_POOL + " of its own");
  }
}
