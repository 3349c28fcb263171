package io.iamplane.packaged;

import io.iamplane.packaged.siege.Wire;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A process of another server, ended with its children; its output is kept for a look. */
public final class PeerProcess implements AutoCloseable {

  /** The longest that a start or a migration takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Path LOGS =
      Path.of(System.getProperty("project.build.directory", "target"), "bench");

  private final Process process;

  private PeerProcess(Process process) {
    this.process = process;
  }

  /** A program with its verbs, followed by options. */
  public static List<String> command(String program, List<String> options, String... verbs) {
    return Stream.of(Stream.of(program), Stream.of(verbs), options.stream())
        .flatMap(part -> part)
        .toList();
  }

  /** Starts it with nothing of our environment but the way to commands. */
  public static PeerProcess start(
      String name, Map<String, String> environment, List<String> command) throws IOException {
    Files.createDirectories(LOGS);
    File log = LOGS.resolve("peer-" + name + ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().clear();
    builder.environment().put("PATH", System.getenv("PATH"));
    builder.environment().put("HOME", LOGS.toAbsolutePath().toString());
    builder.environment().putAll(environment);
    return new PeerProcess(builder.start());
  }

  /** Runs a command to its end. */
  public static void run(String name, List<String> command)
      throws IOException, InterruptedException {
    try (PeerProcess running = start(name, Map.of(), command)) {
      boolean ended = running.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!ended || running.process.exitValue() != 0) {
        throw new IOException("see " + LOGS.resolve("peer-" + name + ".log") + ": " + command);
      }
    }
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Waits for a path to be answered with 200. */
  public PeerProcess ready(int port, String path) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> {
          if (!process.isAlive()) {
            throw new IOException("the process ended; see " + LOGS);
          }
          return status(port, path) == 200;
        });
    return this;
  }

  private static int status(int port, String path) {
    try (Wire wire = new Wire(port, "127.0.0.1", 20_000)) {
      return wire.ask("GET", path, "").status();
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> family = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
