package io.iamplane.packaged;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A file system of its own, small enough to be filled. A test that may not mount one is skipped.
 */
final class SmallDisk implements AutoCloseable {

  private static final int PORTION = 64 * 1024;

  private final Path folder;

  /**
   * Mounts one.
   *
   * @param folder where; made when it is missing
   * @param megabytes how much it holds
   */
  SmallDisk(Path folder, int megabytes) throws IOException {
    this.folder = Files.createDirectories(folder);
    assumeTrue(
        ran("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString()),
        "no right to mount a file system: run this test as root");
  }

  /** A folder on it. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /** Leaves no room. */
  void fill() throws IOException {
    for (int size = PORTION; size > 0; size /= 2) {
      try (OutputStream filler = Files.newOutputStream(folder.resolve("filler-" + size))) {
        byte[] portion = new byte[size];
        while (true) {
          filler.write(portion);
        }
      } catch (IOException e) {
        // Full, for portions of this size.
      }
    }
  }

  /** Gives the room back. */
  void clear() throws IOException {
    for (int size = PORTION; size > 0; size /= 2) {
      Files.deleteIfExists(folder.resolve("filler-" + size));
    }
  }

  private static boolean ran(String... command) {
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    // Also while a process still has a file open.
    ran("umount", "--lazy", folder.toString());
  }
}
