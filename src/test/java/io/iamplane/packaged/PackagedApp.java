package io.iamplane.packaged;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of the packaged application, with an environment of its own and nothing inherited. */
final class PackagedApp implements AutoCloseable {

  static final Path TARGET = Path.of(System.getProperty("project.build.directory", "target"));

  /** No command takes that long, even on a machine that is busy with something else. */
  static final Duration PATIENCE = Duration.ofSeconds(90);

  static final Path JAR = TARGET.resolve("quarkus-app/quarkus-run.jar");

  /** The native executable, which the profile native tests in place of the jar. */
  static final Optional<Path> EXECUTABLE = executable();

  /** Options that the executable has too; the others choose collectors and compilers. */
  private static final Predicate<String> OF_BOTH =
      option -> option.startsWith("-Xm") || option.startsWith("-D");

  /** The tests share two cores: compiling little costs less than compiling well. */
  private static final List<String> LIGHT =
      List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable");

  /** A server that would survive its own lack of memory starts with a warning. */
  private static final String END_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final List<String> PRODUCTION = List.of("-Xmx1g", "-XX:+UseZGC", "-Xlog:disable");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path out;
  private final Path err;
  private final int port;
  private final int managementPort;

  private PackagedApp(Process process, Path out, Path err, int port, int managementPort) {
    this.process = process;
    this.out = out;
    this.err = err;
    this.port = port;
    this.managementPort = managementPort;
  }

  /** A program to run: this build, or another one for comparison, with options of the JVM. */
  record Launch(Path jar, List<String> options) {

    static Launch of(List<String> options) {
      return new Launch(JAR, options);
    }

    /** The options of production: both compilers, and a heap of 1 GB. */
    static Launch production(List<String> more) {
      return of(Stream.concat(PRODUCTION.stream(), more.stream()).toList());
    }

    /** The native executable where the build made one, or where another is named. */
    private List<String> command() {
      Path program = jar.equals(JAR) ? EXECUTABLE.orElse(jar) : jar;
      if (!program.toString().endsWith(".jar")) {
        return Stream.concat(
                Stream.of(program.toAbsolutePath().toString()), options.stream().filter(OF_BOTH))
            .toList();
      }
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      return Stream.of(
              List.of(java.toString(), END_WITHOUT_MEMORY),
              options,
              List.of("-jar", jar.toAbsolutePath().toString()))
          .flatMap(List::stream)
          .toList();
    }
  }

  record Ended(int exitCode, String out, String err) {

    /**
     * Lines with a stack trace, but for one of Vert.x: a request that comes at the moment when it
     * begins to listen finds no handler there, and its connection is closed.
     */
    List<String> traces() {
      return Stream.of(out, err)
          .flatMap(String::lines)
          .filter(line -> line.contains("\tat ") || line.contains("stackTrace"))
          .filter(line -> !line.contains("TCPServerBase.lambda$listen"))
          .toList();
    }
  }

  static PackagedApp start(Map<String, String> environment, String... arguments) {
    return start(freePort(), freePort(), environment, arguments);
  }

  static PackagedApp start(
      int port, int managementPort, Map<String, String> environment, String... arguments) {
    Launch launch = Launch.of(EXECUTABLE.isPresent() ? LIGHT : light(ClassCache.option()));
    return start(launch, port, managementPort, environment, arguments);
  }

  /** With one more option of the JVM, and without loaded classes of others. */
  static PackagedApp start(String option, Map<String, String> environment, String... arguments) {
    return start(Launch.of(light(option)), environment, arguments);
  }

  /** With options of the JVM of its own. */
  static PackagedApp start(Launch launch, Map<String, String> environment, String... arguments) {
    return start(launch, freePort(), freePort(), environment, arguments);
  }

  private static List<String> light(String option) {
    return Stream.concat(LIGHT.stream(), Stream.of(option)).toList();
  }

  private static PackagedApp start(
      Launch launch,
      int port,
      int managementPort,
      Map<String, String> environment,
      String... arguments) {
    return start(launch, null, port, managementPort, environment, arguments);
  }

  private static PackagedApp start(
      Launch launch,
      @Nullable File directory,
      int port,
      int managementPort,
      Map<String, String> environment,
      String... arguments) {
    List<String> command = new ArrayList<>(launch.command());
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile(TARGET, "packaged-", ".out");
      Path err = Files.createTempFile(TARGET, "packaged-", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(withPorts(environment, port, managementPort));
      return new PackagedApp(builder.start(), out, err, port, managementPort);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command to its end. */
  static Ended run(Map<String, String> environment, String... arguments) {
    try (PackagedApp app = start(environment, arguments)) {
      return app.awaitEnd();
    }
  }

  /** The same with options of the JVM of its own, and as long as it takes. */
  static Ended run(List<String> options, Map<String, String> environment, String... arguments) {
    return run(Launch.of(options), environment, arguments);
  }

  /** The same of any build. */
  static Ended run(Launch launch, Map<String, String> environment, String... arguments) {
    try (PackagedApp app = start(launch, environment, arguments)) {
      app.process.onExit().join();
      return app.awaitEnd();
    }
  }

  /** The same in a directory of its own, with more options of the JVM. */
  static Ended runIn(
      Path directory, List<String> options, Map<String, String> environment, String... arguments) {
    Launch launch = Launch.of(Stream.concat(LIGHT.stream(), options.stream()).toList());
    try (PackagedApp app =
        start(launch, directory.toFile(), freePort(), freePort(), environment, arguments)) {
      return app.awaitEnd();
    }
  }

  private static Optional<Path> executable() {
    if (!Boolean.getBoolean("packaged.native")) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(TARGET)) {
      return Optional.of(
          files
              .filter(file -> file.getFileName().toString().endsWith("-runner"))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow(() -> new AssertionError("no *-runner in " + TARGET)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  int managementPort() {
    return managementPort;
  }

  Ended awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the process goes on after " + PATIENCE + "\n" + err());
      }
      return new Ended(process.exitValue(), read(out), read(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** SIGTERM, as a kubelet sends it. */
  Ended terminate() {
    process.destroy();
    return awaitEnd();
  }

  long pid() {
    return process.pid();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  String err() {
    return read(err) + read(out);
  }

  HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  /** From the port for operators. */
  HttpResponse<String> manage(String path) {
    URI uri = URI.create("http://127.0.0.1:" + managementPort + path);
    return send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)));
  }

  /** The value of a meter without labels; empty when there is no such meter. */
  String metric(String name) {
    return manage("/q/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** The status of a GET; 0 while no server listens. */
  int status(String path) {
    try {
      return get(path).statusCode();
    } catch (UncheckedIOException e) {
      return 0;
    }
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Kills the processes that a failed test left running. */
  @Override
  public void close() {
    kill();
    try {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> withPorts(
      Map<String, String> environment, int port, int managementPort) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    all.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    all.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
    all.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    return all;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
