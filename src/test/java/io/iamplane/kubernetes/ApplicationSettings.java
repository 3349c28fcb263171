package io.iamplane.kubernetes;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The settings that the application reads, as environment variables. */
final class ApplicationSettings {

  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern MAPPING = Pattern.compile("@ConfigMapping\\(");

  /** Read by name, as {@code @ConfigProperty} does. */
  private static final Pattern BY_NAME = Pattern.compile("\"((?:iam|quarkus)\\.[a-z._-]+)\"");

  private static final Pattern FRAMEWORK = Pattern.compile("`((?:IAM|QUARKUS)_[A-Z_]+)`");

  private ApplicationSettings() {}

  /** Names of variables, such as {@code IAM_HTTP_PROXIES_TRUSTED}. */
  static Set<String> variables() {
    Set<String> properties = new TreeSet<>();
    for (Path file : sources()) {
      String text = KubeFiles.read(file);
      if (MAPPING.matcher(text).find()) {
        properties.addAll(mapped(file));
      }
      BY_NAME.matcher(text).results().map(hit -> hit.group(1)).forEach(properties::add);
    }
    Set<String> variables = new TreeSet<>();
    properties.forEach(property -> variables.add(variable(property)));
    // The page names those that Quarkus reads itself.
    FRAMEWORK
        .matcher(KubeFiles.read(Path.of("docs/settings.md")))
        .results()
        .map(MatchResult::group)
        .map(cell -> cell.replace("`", ""))
        .filter(cell -> cell.startsWith("QUARKUS_"))
        .forEach(variables::add);
    return variables;
  }

  /** The value of a setting that is not set, as its method says. */
  static String byDefault(Class<?> mapping, String method) {
    try {
      return mapping.getMethod(method).getAnnotation(WithDefault.class).value();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> mapped(Path file) {
    String name =
        SOURCES.relativize(file).toString().replace('/', '.').replaceFirst("\\.java$", "");
    try {
      Class<?> type = Class.forName(name, false, ApplicationSettings.class.getClassLoader());
      if (!type.isAnnotationPresent(ConfigMapping.class)) {
        return Set.of();
      }
      return ConfigMappings.getProperties(ConfigClass.configClass(type)).keySet();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String variable(String property) {
    return property.replaceAll("[^a-zA-Z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static List<Path> sources() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
