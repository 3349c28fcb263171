package io.iamplane.migrate.real;

import io.iamplane.migrate.PeerKind;
import io.iamplane.packaged.PeerServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A server of another system in the version that ours is compared with: a given one, or one that
 * the Go toolchain of this machine builds once.
 */
public enum PeerProgram {
  OPENFGA("github.com/openfga/openfga/cmd/openfga", "v1.22.1"),
  SPICEDB("github.com/authzed/spicedb/cmd/spicedb", "v1.56.2");

  /** The longest that fetching and building take. */
  private static final Duration PATIENCE = Duration.ofMinutes(25);

  private static final Path FOLDER =
      Path.of(System.getProperty("project.build.directory", "target"), "peers").toAbsolutePath();

  /** Its caches answer of the schema before, for a moment after another is written. */
  private static final List<String> SPICEDB_OPTIONS =
      List.of(
          "--datastore-engine=memory",
          "--skip-release-check",
          "--log-level=error",
          "--ns-cache-enabled=false",
          "--stored-schema-cache-enabled=false",
          "--dispatch-cache-enabled=false",
          "--dispatch-cluster-cache-enabled=false");

  private final String source;
  private final String version;

  PeerProgram(String source, String version) {
    this.source = source;
    this.version = version;
  }

  public PeerKind kind() {
    return switch (this) {
      case OPENFGA -> PeerKind.OPENFGA;
      case SPICEDB -> PeerKind.SPICEDB;
    };
  }

  /** Name and version; a given program may be of another one. */
  public String title() {
    return kind().title() + " " + (given().isEmpty() ? version : given());
  }

  /** Starts it with nothing stored. */
  public RealPeer start(Path program) throws IOException {
    return switch (this) {
      case OPENFGA ->
          new RealOpenFga(
              PeerServer.openFga(
                  program,
                  List.of(
                      "--datastore-engine=memory",
                      "--request-timeout=1m",
                      "--http-upstream-timeout=1m")));
      case SPICEDB -> new RealSpiceDb(PeerServer.spiceDb(program, SPICEDB_OPTIONS));
    };
  }

  /** Explains a missing program, with the ways to provide it. */
  public String missing() {
    return "no %s: give a program (-D%s=...) or a Go toolchain (on the PATH or -Dpeers.go=...)"
        .formatted(kind().title(), property());
  }

  /**
   * The given program, the one that was built before, or one that is built now; empty where there
   * is no toolchain.
   *
   * @throws IOException when the given one is none
   * @throws TestAbortedException when none can be built, as without a network
   */
  public Optional<Path> find() throws IOException, InterruptedException {
    if (!given().isEmpty()) {
      Path given = Path.of(given());
      if (!Files.isExecutable(given)) {
        throw new IOException("-D" + property() + "=" + given + " is no program");
      }
      return Optional.of(given);
    }
    Path built = FOLDER.resolve(label() + "-" + version);
    if (!Files.isExecutable(built)) {
      Optional<Path> go = go();
      if (go.isEmpty()) {
        return Optional.empty();
      }
      build(go.get(), built);
    }
    return Optional.of(built);
  }

  private static Optional<Path> go() {
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, "go"));
    return Stream.concat(Stream.of(System.getProperty("peers.go", "go")).map(Path::of), path)
        .filter(Path::isAbsolute)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private void build(Path go, Path built) throws IOException, InterruptedException {
    Path folder = FOLDER.resolve("build-" + label());
    Files.createDirectories(folder);
    File log = FOLDER.resolve(label() + "-build.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(go.toString(), "install", "-trimpath", source + "@" + version)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log);
    builder.environment().put("GOBIN", folder.toString());
    builder.environment().put("CGO_ENABLED", "0");
    Process process = builder.start();
    boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (!ended) {
      List<ProcessHandle> family = process.descendants().toList();
      process.destroyForcibly().onExit().join();
      family.forEach(ProcessHandle::destroyForcibly);
    }
    if (!ended || process.exitValue() != 0) {
      throw new TestAbortedException(
          "%s %s cannot be built with %s; see %s".formatted(source, version, go, log));
    }
    Files.move(folder.resolve(label()), built, StandardCopyOption.REPLACE_EXISTING);
  }

  private String given() {
    return System.getProperty(property(), "");
  }

  private String property() {
    return "peers." + label();
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
