package io.iamplane.bootstrap.development;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.ops.maintenance.StartUpMigration;
import io.iamplane.shared.Caller;
import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.UuidV7;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.vertx.http.HttpServerStart;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.logging.Logger;

/** Loads the demo tenant once a development start listens, and prints how to use it. */
@Singleton
@IfBuildProfile("dev")
class DevelopmentStart {

  private static final Logger LOG = Logger.getLogger(DevelopmentStart.class);

  /** Outlives live reloads, which reload every class: the greeting is for the first start. */
  private static final String GREETED = "io.iamplane.bootstrap.development.greeted";

  private static final Path PANEL = Path.of("panel/dist");

  private final StartUpMigration migration;
  private final DemoTenant demo;
  private final InstallationConfig installation;

  DevelopmentStart(StartUpMigration migration, DemoTenant demo, InstallationConfig installation) {
    this.migration = migration;
    this.demo = demo;
    this.installation = installation;
  }

  void greet(@ObservesAsync HttpServerStart server) {
    try {
      migration.done().join();
      demo.load(platform -> Caller.job(platform, "development-start", UuidV7.next().toString()));
    } catch (RuntimeException e) {
      LOG.error("could not load the demo tenant", e);
      return;
    }
    if (System.getProperty(GREETED) == null) {
      System.setProperty(GREETED, "true");
      String panel = DevelopmentPanel.start(PANEL, installation.issuer());
      LOG.info(Greeting.text("http://localhost:" + server.options().getPort(), panel));
    }
  }

  /** The admin panel of a development start, where it is built. */
  static final class DevelopmentPanel {

    /** The port of the panel's own development server, too: settings then hold for both. */
    private static final int PORT = 5173;

    private static final String BUILD = "npm --prefix panel ci && npm --prefix panel run build";

    private DevelopmentPanel() {}

    /** Serves the built files until the process ends, for an issuer; returns a line for people. */
    static String start(Path files, String issuer) {
      if (!Files.exists(files.resolve("index.html"))) {
        return "The admin panel is not built. Build it and start again: " + BUILD;
      }
      try {
        PanelServer.start(files, PORT, issuer);
        return "The admin panel is at http://localhost:" + PORT;
      } catch (IOException e) {
        return "The admin panel cannot be served on port %d: %s".formatted(PORT, e.getMessage());
      }
    }
  }

  /** The output of a development start. Its commands can be pasted unchanged into any shell. */
  static final class Greeting {

    private Greeting() {}

    static String text(String address, String panel) {
      return """


      The IAM control plane is ready at %1$s
      %7$s
      Client of the platform administrator: %2$s / %3$s (development only)
      Client of the administrator of tenant %4$s: %5$s / %6$s

      Get a token, list the organizations, and create one with an administrator, whose secret is shown only once:

        TOKEN=$(curl -s -u %2$s:%3$s -d grant_type=client_credentials %1$s/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
        curl -s -H "Authorization: Bearer $TOKEN" %1$s/api/iam/v1/organizations
        curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"key":"acme","name":"Acme Ltd","administrator":{}}' %1$s/api/iam/v1/organizations
      """
          .formatted(
              address,
              DemoTenant.PLATFORM_CLIENT,
              DemoTenant.PLATFORM_SECRET,
              DemoTenant.KEY,
              DemoTenant.TENANT_CLIENT,
              DemoTenant.TENANT_SECRET,
              panel);
    }
  }
}
