package io.iamplane.packaged;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real database is killed, frozen in the middle of what it does, or takes no writes, under a
 * service that is asked all the time: what is answered meanwhile, and afterwards.
 */
@Tag("ci")
@Timeout(300)
class OutageIT {

  @TempDir Path folder;

  @Test
  void aKilledAFrozenAndAReadOnlyDatabase() throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder)) {
      Map<String, String> environment = Outages.environment(database.url());
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        Outages outages = new Outages(server, tenant);
        outages.denies("killed", database::kill, database::restart);
        outages.denies("frozen", database::freeze, database::thaw);
        outages.fills(
            "read-only",
            () -> database.set("default_transaction_read_only", "on"),
            () -> database.set("default_transaction_read_only", "off"));
      }
    }
  }
}
