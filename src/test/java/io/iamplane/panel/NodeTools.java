package io.iamplane.panel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Node, npm and Chromium, where a machine has them, for the panel in {@code panel/}. */
final class NodeTools {

  private static final Path PANEL = Path.of("panel");

  /** A copy of the lock of the installed packages. */
  private static final Path INSTALLED = PANEL.resolve("node_modules/installed-lock.json");

  private static final Path LOCK = PANEL.resolve("package-lock.json");

  /** Codes of npm for a registry that is not reached, refuses, fails, or is not trusted. */
  private static final Pattern NO_REGISTRY =
      Pattern.compile(
          "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT"
              + "|\\bE(401|403|5\\d\\d)\\b|CERT_|_CERT|_ISSUER|ERR_TLS|EPROTO");

  private static final Pattern VERSION = Pattern.compile("v(\\d+)\\.(\\d+)\\..*", Pattern.DOTALL);

  private static final Duration ANSWER = Duration.ofSeconds(20);

  private static final List<String> BROWSERS =
      List.of(
          "/usr/bin/chromium",
          "/usr/bin/chromium-browser",
          "/usr/bin/google-chrome",
          "/Applications/Chromium.app/Contents/MacOS/Chromium",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

  private NodeTools() {}

  /** Skips the test, and says so where people look: the build itself counts skipped tests only. */
  private static <T> T skip(String why) {
    String message = "THE PANEL IS NOT TESTED: " + why + ".";
    System.out.println(message);
    return abort(message);
  }

  /** Skips the test with a message where Node is missing or old. */
  static void node() {
    if (!isRecent(version("node")) || version("npm").isEmpty()) {
      skip("it needs Node 20.19 or newer, with npm");
    }
  }

  /** The browser; without it, or without Node, the test is skipped with a message. */
  static Path browser() {
    node();
    Optional<Path> browser =
        BROWSERS.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    return browser.orElseGet(() -> skip("it needs Chromium (Debian: chromium)"));
  }

  /** The version that a tool says, or nothing. */
  private static String version(String tool) {
    try {
      Ended said = run(ANSWER, Map.of(), line -> {}, tool, "--version");
      return said.code() == 0 ? said.out() : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns true if Node is at least 20.19, the minimum of its build tools. */
  static boolean isRecent(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return false;
    }
    int major = Integer.parseInt(parts.group(1));
    return major > 20 || (major == 20 && Integer.parseInt(parts.group(2)) >= 19);
  }

  /** Returns true if the words of npm blame the registry, and not the panel. */
  static boolean isWithoutRegistry(String out) {
    return NO_REGISTRY.matcher(out).find();
  }

  /** Installs the packages of the lock, unless they are there; one process of tests at a time. */
  static void install() throws IOException {
    Path file = Files.createDirectories(Path.of("target")).resolve("panel-packages.lock");
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      installAlone();
    }
  }

  private static void installAlone() throws IOException {
    if (Files.exists(INSTALLED) && Files.mismatch(INSTALLED, LOCK) == -1) {
      return;
    }
    Ended install =
        run(Duration.ofSeconds(100), Map.of(), line -> {}, "npm", "ci", "--prefer-offline");
    if (install.code() != 0 && (install.code() == Ended.LATE || isWithoutRegistry(install.out()))) {
      skip("its packages could not be installed\n" + install.out());
    }
    install.mustBeWell();
    Files.copy(LOCK, INSTALLED);
  }

  /** Runs a command in the folder of the panel; each line goes to {@code heard} as it comes. */
  static Ended run(
      Duration most, Map<String, String> environment, Consumer<String> heard, String... command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(PANEL.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("NO_COLOR", "1");
    Process process = builder.start();
    boolean[] late = new boolean[1];
    Thread guard =
        Thread.ofVirtual()
            .start(() -> {
              try {
                late[0] = !process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                late[0] = true;
              }
              Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                  .forEach(ProcessHandle::destroyForcibly);
            });
    StringBuilder out = new StringBuilder();
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.append(line).append('\n');
        heard.accept(line);
      }
      int code = process.waitFor();
      return new Ended(late[0] ? Ended.LATE : code, out.toString());
    } catch (InterruptedException e) {
      guard.interrupt();
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }

  /** The outcome of a command. */
  record Ended(int code, String out) {

    /** The code of a command beyond its time. */
    static final int LATE = -1;

    void mustBeWell() {
      assertThat(code).as(out).isZero();
    }
  }
}
