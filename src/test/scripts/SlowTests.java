import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the test classes that took longest, from the reports of the last run, as a table:
 *
 * <pre>java src/test/scripts/SlowTests.java [how many]</pre>
 */
public final class SlowTests {

  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*?name=\"([^\"]+)\" time=\"([0-9.,]+)\" tests=\"(\\d+)\"");

  private SlowTests() {}

  private record Suite(String name, double seconds, int tests) {}

  public static void main(String... arguments) throws IOException {
    int shown = arguments.length == 0 ? 30 : Integer.parseInt(arguments[0]);
    List<Suite> suites = new ArrayList<>();
    for (String kind : List.of("surefire", "failsafe")) {
      suites.addAll(read(Path.of("target", kind + "-reports")));
    }
    System.out.printf(
        Locale.ROOT,
        "%d classes, %d tests, %.0f seconds one after the other%n%n| seconds | tests | class |%n|---|---|---|%n",
        suites.size(),
        suites.stream().mapToInt(Suite::tests).sum(),
        suites.stream().mapToDouble(Suite::seconds).sum());
    suites.stream()
        .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
        .limit(shown)
        .forEach(each ->
            System.out.printf(
                Locale.ROOT, "| %.1f | %d | `%s` |%n", each.seconds, each.tests, each.name));
  }

  private static List<Suite> read(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Suite> suites = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.filter(SlowTests::isReport)::iterator) {
        Matcher suite = SUITE.matcher(Files.readString(file));
        if (suite.find()) {
          suites.add(
              new Suite(
                  suite.group(1),
                  Double.parseDouble(suite.group(2).replace(",", "")),
                  Integer.parseInt(suite.group(3))));
        }
      }
    }
    return suites;
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml");
  }
}
