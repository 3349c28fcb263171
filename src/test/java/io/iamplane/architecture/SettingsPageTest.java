package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.architecture.SettingSources.Setting;
import io.iamplane.testing.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/settings.md}: every setting, as the sources have it; and no page names another. */
class SettingsPageTest {

  private static final Path SOURCES = Path.of("src/main/java");

  /** The last part of the page, written by hand. */
  private static final Path FRAMEWORK =
      Path.of("src/test/resources/architecture/framework-settings.md");

  private static final Pattern VARIABLE = Pattern.compile("\\bIAM_[A-Z0-9_]+(?:\\*)?");

  /**
   * Variables of the launcher and of an example's own program; the application does not read them.
   */
  private static final Set<String> OTHERS =
      Set.of("IAM_BUILD", "IAM_JAVA_HOME", "IAM_PROGRESS", "IAM_WEBHOOK_SECRET");

  private static final String HEAD =
      """
      # Settings

      Every setting of the service's own. Give it as a variable of the environment, or under its key in
      `config/application.properties` beside the place that the service is started from. This page is generated from the
      sources (`SettingsPageTest`, `-Dgolden.update=true`). A value out of bounds stops the start with one line that names
      it. [Settings of the framework](#settings-of-the-framework) that an installation needs are at the end.

      A time is `500ms`, `15s`, `10m`, `2h` or `30d`; an amount of memory is `64K` or `8M`. Lists have commas between
      their elements.

      """;

  @Test
  void thePageHasEverySetting() throws IOException {
    List<Setting> settings = SettingSources.below(SOURCES);

    assertThat(settings).hasSizeGreaterThan(80);
    assertThat(settings)
        .filteredOn(each -> each.meaning().isEmpty())
        .as("without a word")
        .isEmpty();
    new GoldenFile(Path.of("docs/settings.md")).assertMatches(page(settings));
  }

  @Test
  void noPageNamesASettingThatIsNotThere() throws IOException {
    Set<String> known =
        SettingSources.below(SOURCES).stream()
            .map(Setting::variable)
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> unknown;
    try (Stream<Path> pages = Files.walk(Path.of("docs"))) {
      unknown =
          Stream.concat(
                  Stream.of(Path.of("README.md")),
                  pages.filter(page -> page.toString().endsWith(".md")))
              .flatMap(page ->
                  named(page).filter(name -> !isKnown(name, known)).map(name -> page + ": " + name))
              .toList();
    }

    assertThat(unknown).isEmpty();
  }

  private static boolean isKnown(String name, Set<String> known) {
    return OTHERS.contains(name)
        || known.contains(name)
        || known.stream()
            .anyMatch(each ->
                each.endsWith("__") && name.startsWith(each.substring(0, each.length() - 1)));
  }

  private static Stream<String> named(Path page) {
    try {
      return VARIABLE
          .matcher(Files.readString(page))
          .results()
          .map(match -> match.group())
          .distinct();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String page(List<Setting> settings) throws IOException {
    StringBuilder page =
        new StringBuilder(HEAD)
            .append("| variable, key | default | bounds | meaning |\n|---|---|---|---|\n");
    for (Setting each : settings) {
      page.append(
          "| `%s`<br>`%s` | %s | %s | %s |\n"
              .formatted(
                  each.variable().replaceAll("__$", "_*"),
                  each.key(),
                  each.preset().isEmpty() ? "none" : "`" + each.preset() + "`",
                  each.bounds(),
                  each.meaning()));
    }
    return page.append('\n').append(Files.readString(FRAMEWORK)).toString();
  }
}
