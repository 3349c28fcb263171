package io.iamplane.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names under which the meters of our sources are scraped. */
final class PublishedMeters {

  private static final Pattern NAME = Pattern.compile("\"(iam_[a-z_]+)\"");

  /** Suffixes that Prometheus appends to the name of a meter, by its kind. */
  private static final Set<String> ENDINGS =
      Set.of("", "_total", "_seconds_bucket", "_seconds_count", "_seconds_sum", "_seconds_max");

  private PublishedMeters() {}

  /** A superset: each name with each suffix. An integration test checks the scraped names. */
  static Set<String> ofSources() {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(KubeFiles::read)
          .filter(text -> text.contains("io.micrometer.core"))
          .flatMap(text -> NAME.matcher(text).results())
          .forEach(name -> ENDINGS.forEach(ending -> names.add(name.group(1) + ending)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
