package io.iamplane.packaged;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk that holds the tables is full: reading goes on, and no row finds a place. */
@Tag("stress")
@Timeout(300)
class FullDiskIT {

  /** The tables of an installation that is empty take a fifth of it. */
  private static final int MEGABYTES = 128;

  @TempDir Path folder;

  @Test
  void aDiskWithoutRoom() throws Exception {
    try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), MEGABYTES);
        KillableDatabase database = new KillableDatabase(folder.resolve("data"))) {
      database.execute(
          "CREATE TABLESPACE small LOCATION '" + disk.folder("tables").toAbsolutePath() + "'");
      database.set("default_tablespace", "small");
      Map<String, String> environment = Outages.environment(database.url());
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        new Outages(server, tenant).fills("disk", disk::fill, disk::clear);
      }
    }
  }
}
