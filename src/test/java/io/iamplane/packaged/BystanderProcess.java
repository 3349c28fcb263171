package io.iamplane.packaged;

import io.iamplane.packaged.siege.Bystander;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** A bystander of a siege, until it is closed. */
record BystanderProcess(Process process, int port) implements AutoCloseable {

  static BystanderProcess start() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                // Small answers are sent at once, as the server's are.
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                Path.of(Bystander.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Bystander.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = process.inputReader();
    String port = out.readLine();
    if (port == null) {
      process.destroyForcibly();
      throw new IOException("the bystander ended before it served");
    }
    return new BystanderProcess(process, Integer.parseInt(port));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
