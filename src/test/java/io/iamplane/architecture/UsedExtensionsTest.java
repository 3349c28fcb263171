package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each extension of {@code pom.xml} is used: it costs start time, memory and reviews. */
class UsedExtensionsTest {

  /** The names in code or settings that show the use of an extension. */
  private static final Map<String, String> MARKS =
      Map.ofEntries(
          Map.entry("quarkus-rest-jackson", "jakarta.ws.rs."),
          Map.entry("quarkus-smallrye-health", "org.eclipse.microprofile.health."),
          Map.entry("quarkus-hibernate-orm-panache", "io.quarkus.hibernate.orm.panache."),
          Map.entry("quarkus-jdbc-postgresql", "io.agroal.api."),
          Map.entry("quarkus-flyway", "org.flywaydb.core."),
          Map.entry("quarkus-scheduler", "io.quarkus.scheduler."),
          Map.entry("quarkus-picocli", "picocli."),
          Map.entry("quarkus-hibernate-validator", "jakarta.validation."),
          Map.entry("quarkus-smallrye-jwt", "io.smallrye.jwt."),
          Map.entry("quarkus-micrometer-registry-prometheus", "io.micrometer."),
          Map.entry("quarkus-opentelemetry", "io.opentelemetry.api."),
          Map.entry("quarkus-logging-json", "quarkus.log.console.json."),
          Map.entry("quarkus-caffeine", "com.github.benmanes.caffeine."));

  private static final Pattern EXTENSION =
      Pattern.compile(
          "<dependency>\\s*<groupId>io\\.quarkus</groupId>\\s*<artifactId>([^<]+)</artifactId>"
              + "\\s*</dependency>");

  @Test
  void everyExtensionIsUsed() throws IOException {
    assertThat(unused(extensions())).isEmpty();
  }

  @Test
  void anExtensionThatNothingUsesIsReported() throws IOException {
    assertThat(unused(new TreeMap<>(Map.of("quarkus-mailer", "io.quarkus.mailer."))))
        .containsExactly("quarkus-mailer: nothing uses io.quarkus.mailer.");
  }

  private static TreeMap<String, String> extensions() throws IOException {
    TreeMap<String, String> marks = new TreeMap<>();
    Matcher extension = EXTENSION.matcher(Files.readString(Path.of("pom.xml")));
    while (extension.find()) {
      assertThat(MARKS).as("a new extension needs its mark").containsKey(extension.group(1));
      marks.put(extension.group(1), MARKS.get(extension.group(1)));
    }
    assertThat(marks).isNotEmpty();
    return marks;
  }

  private static List<String> unused(TreeMap<String, String> marks) throws IOException {
    TreeSet<String> used =
        Rule.Application.CLASSES.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    used.addAll(Files.readAllLines(Path.of("src/main/resources/application.properties")));
    return marks.entrySet().stream()
        .filter(mark -> used.stream().noneMatch(name -> name.startsWith(mark.getValue())))
        .map(mark -> mark.getKey() + ": nothing uses " + mark.getValue())
        .toList();
  }
}
