package io.iamplane.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * SoftHSM, where it is installed ({@code apt-get install softhsm2}): PKCS #11 without hardware. A
 * process finds its tokens by a variable of the environment, so that only another one can use them.
 */
public final class SoftHsm {

  public static final String PIN = "MARKED-pin-8c1e";

  private static final List<String> LIBRARIES =
      List.of(
          "/usr/lib/softhsm/libsofthsm2.so",
          "/usr/lib64/softhsm/libsofthsm2.so",
          "/usr/lib64/pkcs11/libsofthsm2.so",
          "/opt/homebrew/lib/softhsm/libsofthsm2.so",
          "/usr/local/lib/softhsm/libsofthsm2.so");

  private final Path folder;
  private final String library;

  private SoftHsm(Path folder, String library) {
    this.folder = folder;
    this.library = library;
  }

  /** Makes a token in a folder; empty where SoftHSM is not installed. */
  public static Optional<SoftHsm> in(Path folder) throws IOException, InterruptedException {
    Optional<String> library =
        LIBRARIES.stream().filter(path -> Files.isReadable(Path.of(path))).findFirst();
    Optional<String> tool =
        Stream.of("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
            .map(path -> path + "/softhsm2-util")
            .filter(path -> Files.isExecutable(Path.of(path)))
            .findFirst();
    if (library.isEmpty() || tool.isEmpty()) {
      return Optional.empty();
    }
    SoftHsm made = new SoftHsm(folder, library.get());
    made.initialise(tool.get());
    return Optional.of(made);
  }

  private void initialise(String tool) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("tokens"));
    Files.writeString(
        folder.resolve("softhsm2.conf"),
        "directories.tokendir = " + folder.resolve("tokens") + "\nlog.level = ERROR\n");
    Files.writeString(folder.resolve("pin"), PIN + "\n");
    ProcessBuilder builder =
        new ProcessBuilder(
                tool,
                "--init-token",
                "--free",
                "--label",
                "iam",
                "--pin",
                PIN,
                "--so-pin",
                "so-pin")
            .redirectErrorStream(true);
    builder.environment().putAll(environment());
    Process process = builder.start();
    process.getInputStream().readAllBytes();
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException("SoftHSM made no token");
    }
  }

  public Map<String, String> environment() {
    return Map.of("SOFTHSM2_CONF", folder.resolve("softhsm2.conf").toString());
  }

  public String library() {
    return library;
  }

  public Path pinFile() {
    return folder.resolve("pin");
  }
}
