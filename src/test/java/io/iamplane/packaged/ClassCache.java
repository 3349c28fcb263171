package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * The packaged application's loaded classes (JEP 350), taken from a server that started once: with
 * them a process starts sooner, and the tests start many. The cache of JEP 514 saves little more,
 * and making it takes twice as long.
 */
final class ClassCache {

  private static final Path FILE = PackagedApp.TARGET.resolve("packaged.jsa");
  private static final Path LOCK = PackagedApp.TARGET.resolve("packaged.jsa.lock");

  /** The default of a JVM. */
  private static final String WITHOUT = "-Xshare:auto";

  /** Not ready without a signing key, but everything is loaded that answers. */
  private static final String READY = "/api/iam/v1/ready";

  private static final int UNAVAILABLE = 503;

  private ClassCache() {}

  /** The option that uses it; made before if this build has none. */
  static synchronized String option() {
    try (FileChannel file =
            FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return WITHOUT; // The other process that runs tests makes it: sooner begun than waited for.
      }
      if (!Files.exists(FILE) || changedSince()) {
        record();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "-XX:SharedArchiveFile=" + FILE;
  }

  private static boolean changedSince() throws IOException {
    return Files.getLastModifiedTime(FILE).compareTo(Files.getLastModifiedTime(PackagedApp.JAR))
        < 0;
  }

  private static void record() {
    Map<String, String> environment =
        FreshDatabase.plainHttp(FreshDatabase.url(FreshDatabase.create()));
    environment.put("IAM_MIGRATE_AT_START", "true");
    try (PackagedApp server =
        PackagedApp.start("-XX:ArchiveClassesAtExit=" + FILE, environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == UNAVAILABLE);
      assertThat(server.terminate().exitCode()).isIn(0, 143);
    }
  }
}
