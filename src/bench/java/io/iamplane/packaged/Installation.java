package io.iamplane.packaged;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An installation of this build, by the script that operators use. */
final class Installation {

  private Installation() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Installs, and returns the folder of the release. */
  static Path in(Path prefix) throws IOException, InterruptedException {
    run(
        prefix.getParent(),
        List.of(
            Path.of("src/main/launcher/install").toAbsolutePath().toString(),
            "--prefix=" + prefix));
    return prefix.resolve("bin/iam").toRealPath().getParent().getParent();
  }

  /** Runs to its end. */
  static void run(Path folder, List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "IAM_JAVA_HOME",
                System.getProperty("java.home"),
                "AOT_PORT",
                Integer.toString(PackagedApp.freePort()),
                "AOT_MANAGEMENT_PORT",
                Integer.toString(PackagedApp.freePort())));
    int exitCode = builder.start().waitFor();
    if (exitCode != 0) {
      throw new IllegalStateException(command + " ended with " + exitCode + "; see " + folder);
    }
  }
}
