package io.iamplane.packaged;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real database is killed, frozen in the middle of its work, or made read-only, under a service
 * with constant requests: answers meanwhile, and afterwards.
 */
@Tag("ci")
@Timeout(600)
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

  @Test
  @Tag("stress")
  void aDatabaseThatTakesNoWritesForAMinute() throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder)) {
      Map<String, String> small = Outages.environment(database.url());
      PackagedTenant tenant = PackagedTenant.bootstrap(small);
      try (PackagedApp server = PackagedApp.start(small, "serve")) {
        new Outages(server, tenant)
            .fills(
                "read-only",
                Outages.MINUTE,
                () -> database.set("default_transaction_read_only", "on"),
                () -> database.set("default_transaction_read_only", "off"));
      }
    }
  }

  @Test
  @Tag("stress")
  void aDatabaseThatTakesNoWritesForAMinuteAndALogWithRoom() throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder)) {
      Map<String, String> roomy = Outages.roomy(database.url());
      PackagedTenant tenant = PackagedTenant.bootstrap(roomy);
      try (PackagedApp server = PackagedApp.start(roomy, "serve")) {
        new Outages(server, tenant)
            .keeps(
                "read-only",
                Outages.MINUTE,
                () -> database.set("default_transaction_read_only", "on"),
                () -> database.set("default_transaction_read_only", "off"));
      }
    }
  }
}
