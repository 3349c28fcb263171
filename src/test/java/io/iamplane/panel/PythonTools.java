package io.iamplane.panel;

import static org.junit.jupiter.api.Assumptions.abort;

import io.iamplane.panel.NodeTools.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python with the packages of {@code clients/python/requirements.txt}, where a machine has it. */
final class PythonTools {

  static final Path CLIENTS = Path.of("src/test/resources/clients/python").toAbsolutePath();

  /** Generated clients, below the folder of the build. */
  static final Path FOLDER = Path.of("target/clients").toAbsolutePath();

  private static final Path ENVIRONMENT = FOLDER.resolve("python-packages");
  private static final Path REQUIREMENTS = CLIENTS.resolve("requirements.txt");
  private static final Path INSTALLED = ENVIRONMENT.resolve("requirements.txt");
  private static final Duration INSTALLATION = Duration.ofSeconds(200);
  private static final Pattern VERSION = Pattern.compile("Python 3\\.(\\d+)\\..*", Pattern.DOTALL);
  private static final int MINOR = 10;

  private PythonTools() {}

  /** A program of the installed packages; without Python or a registry the test is skipped. */
  static String program(String name) throws IOException {
    if (!isRecent(version())) {
      abort("No client for Python is generated: it needs Python 3.%d or newer.".formatted(MINOR));
    }
    install();
    return ENVIRONMENT.resolve("bin").resolve(name).toString();
  }

  private static String version() {
    try {
      return run(Duration.ofSeconds(20), "python3", "--version").out();
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean isRecent(String version) {
    Matcher parts = VERSION.matcher(version);
    return parts.matches() && Integer.parseInt(parts.group(1)) >= MINOR;
  }

  private static void install() throws IOException {
    if (Files.exists(INSTALLED) && Files.mismatch(INSTALLED, REQUIREMENTS) == -1) {
      return;
    }
    Files.createDirectories(FOLDER);
    must(run(INSTALLATION, "python3", "-m", "venv", "--clear", ENVIRONMENT.toString()));
    must(
        run(
            INSTALLATION,
            ENVIRONMENT.resolve("bin/python").toString(),
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--requirement",
            REQUIREMENTS.toString()));
    Files.copy(REQUIREMENTS, INSTALLED);
  }

  private static void must(Ended installation) {
    if (installation.code() != 0) {
      abort("No client for Python is generated: no packages.\n" + installation.out());
    }
  }

  private static Ended run(Duration most, String... command) throws IOException {
    return NodeTools.run(most, Map.of(), _ -> {}, command);
  }
}
