package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.iamplane.architecture.fixtures.FieldInjection;
import io.iamplane.architecture.fixtures.PublicEntity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Injection, entities and sizes. */
class CodeShapeTest {

  private static final Set<String> INJECTING =
      Set.of(
          "jakarta.inject.Inject",
          "jakarta.persistence.PersistenceContext",
          "jakarta.ws.rs.core.Context",
          "org.eclipse.microprofile.config.inject.ConfigProperty");

  /** A text with a parameter, followed by one that is formatted by itself. */
  private static final Pattern HALF_FORMATTED =
      Pattern.compile("\"[^\"\n]*%[\\w$.]+[^\"\n]*\"\\s*\\+\\s*\"[^\"\n]*\"\\s*\\.formatted\\(");

  private static final int MAIN_LINES = 400;

  /** A table of cases is read from top to bottom, and may be longer than code. */
  private static final int TEST_LINES = 400;

  @Test
  void dependenciesComeThroughTheConstructor() {
    assertThat(fieldInjection().inApplication()).isEmpty();
    assertThat(fieldInjection().inFixtures(FieldInjection.class))
        .containsExactly(FieldInjection.class.getName() + ".clock is injected into a field");
  }

  @Test
  void entitiesNeverLeaveTheirPackage() {
    assertThat(entities().inApplication()).isEmpty();
    assertThat(entities().inFixtures(PublicEntity.class))
        .containsExactly(PublicEntity.class.getName() + " is visible outside its package");
  }

  /** {@code "a %s" + " b".formatted(x)} formats the second text alone, and shows {@code %s}. */
  @Test
  void joinedTextsAreFormattedTogether() throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      sources = files.filter(Files::isRegularFile).toList();
    }
    assertThat(sources)
        .allSatisfy(
            source -> assertThat(Files.readString(source)).doesNotContainPattern(HALF_FORMATTED));
    assertThat("f(\"a %s\"\n + \" b\".formatted(x))").containsPattern(HALF_FORMATTED);
    assertThat("f((\"a %s\" + \" b\").formatted(x))").doesNotContainPattern(HALF_FORMATTED);
  }

  @Test
  void filesEndWhereAReaderTires() {
    assertThat(longerThan(MAIN_LINES, Path.of("src/main/java"))).isEmpty();
    assertThat(longerThan(TEST_LINES, Path.of("src/test/java"))).isEmpty();
  }

  @Test
  void aLongFileIsReported(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("Long.java"), "//\n".repeat(MAIN_LINES + 1));
    Files.writeString(folder.resolve("Short.java"), "//\n".repeat(MAIN_LINES));

    assertThat(longerThan(MAIN_LINES, folder)).containsExactly("Long.java has 401 lines");
  }

  private static Rule fieldInjection() {
    return type ->
        type.getFields().stream()
            .filter(field -> INJECTING.stream().anyMatch(field::isAnnotatedWith))
            .map(field -> field.getFullName() + " is injected into a field");
  }

  private static Rule entities() {
    return type ->
        isEntity(type) && isVisible(type)
            ? Stream.of(type.getName() + " is visible outside its package")
            : Stream.empty();
  }

  private static boolean isEntity(JavaClass type) {
    return type.isAnnotatedWith("jakarta.persistence.Entity")
        || type.getSimpleName().endsWith("Entity");
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        || type.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static List<String> longerThan(int limit, Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> lines(file) > limit)
          .map(file -> folder.relativize(file) + " has " + lines(file) + " lines")
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
