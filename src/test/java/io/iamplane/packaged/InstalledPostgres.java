package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server of the PostgreSQL that is installed on this machine, with its own tools for backups. */
final class InstalledPostgres implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 120;

  private final Path binaries;
  private final Path folder;
  private final int port = PackagedApp.freePort();

  /**
   * Makes a server; nothing where the machine has none, or not its tools.
   *
   * @param settings such as {@code max_connections=300}
   */
  static Optional<InstalledPostgres> start(Path folder, String... settings)
      throws IOException, InterruptedException {
    Optional<Path> binaries = binaries();
    if (binaries.isEmpty()) {
      return Optional.empty();
    }
    InstalledPostgres server = new InstalledPostgres(binaries.get(), folder);
    server.run("initdb", "-D", server.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8");
    server.run(
        "pg_ctl",
        "-D",
        server.data(),
        "-l",
        folder.resolve("postgres.log").toString(),
        "-o",
        "-p " + server.port + " -h 127.0.0.1 -c unix_socket_directories=" + options(settings),
        "-w",
        "start");
    return Optional.of(server);
  }

  private InstalledPostgres(Path binaries, Path folder) {
    this.binaries = binaries;
    this.folder = folder;
  }

  private static Optional<Path> binaries() throws IOException {
    Path debian = Path.of("/usr/lib/postgresql");
    List<Path> places =
        new ArrayList<>(Arrays.stream(System.getenv("PATH").split(":")).map(Path::of).toList());
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin")).sorted().forEach(places::add);
      }
    }
    return places.reversed().stream()
        .filter(place ->
            Stream.of("initdb", "pg_ctl", "pg_dump", "pg_restore")
                .allMatch(tool -> Files.isExecutable(place.resolve(tool))))
        .findFirst();
  }

  private static String options(String... settings) {
    return Arrays.stream(settings).map(" -c "::concat).collect(Collectors.joining());
  }

  int port() {
    return port;
  }

  /** The one that has all others as its children. */
  ProcessHandle process() throws IOException {
    String pid = Files.readAllLines(Path.of(data(), "postmaster.pid")).getFirst().strip();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  /** The directory of its tools. */
  Path installation() {
    return binaries;
  }

  /** The URL of one of its databases. */
  String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(port, database);
  }

  /** Writes a backup of a database. */
  void dump(String database, Path file) throws IOException, InterruptedException {
    run(
        "pg_dump",
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(port),
        "-U",
        "postgres",
        "-Fc",
        "-f",
        file.toString(),
        database);
  }

  /** Makes a database of a backup. */
  void restore(Path file, String database) throws IOException, InterruptedException {
    run("createdb", "-h", "127.0.0.1", "-p", Integer.toString(port), "-U", "postgres", database);
    run(
        "pg_restore",
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(port),
        "-U",
        "postgres",
        "--exit-on-error",
        "-d",
        database,
        file.toString());
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private void run(String tool, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      // A server refuses to run as root; in a namespace of its own it does not see that it is.
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(binaries.resolve(tool).toString());
    command.addAll(List.of(arguments));
    Path out = folder.resolve(tool + ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(() -> tool + ": " + read(out)).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
