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
import java.nio.file.Path;
import org.jboss.logging.Logger;

/**
 * Loads the demo tenant once the server of a development start listens, and prints how to use it.
 */
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
      LOG.error("the demo tenant was not loaded", e);
      return;
    }
    if (System.getProperty(GREETED) == null) {
      System.setProperty(GREETED, "true");
      String panel = DevelopmentPanel.start(PANEL, installation.issuer());
      LOG.info(Greeting.text("http://localhost:" + server.options().getPort(), panel));
    }
  }
}
