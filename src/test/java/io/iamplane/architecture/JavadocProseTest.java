package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Javadocs in sentences of a subject and a verb. Relative and question words are a marker of the
 * opposite: widely read code bases have 1 to 4 of them in 1,000 words, and begin 1 to 5 % of their
 * Javadocs with one.
 */
class JavadocProseTest {

  private static final double RELATIVE_PER_1000 = 2;
  private static final double BEGINNINGS_PERCENT = 1;

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern MARGIN = Pattern.compile("(?m)^\\s*\\* ?");
  private static final Pattern MARKUP =
      Pattern.compile("\\{@\\w+\\s+[^}]*}|<[^>]+>", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z']+");
  private static final Pattern RELATIVE =
      Pattern.compile(
          "\\b(?:what|who|whom|whose|whether|whoever|whatever|whichever)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern BEGINNING =
      Pattern.compile(
          "(?:What|Who|Whose|Whom|Those|Whether|Where|As|Of|How|Why|Which|When|That|Whatever"
              + "|Whoever)\\b.*",
          Pattern.DOTALL);

  private static final Pattern COMMENT = Pattern.compile("\\s*(?:/?\\*|//)");

  /** A text, or a sentence in it, that begins with a relative or question word. */
  private static final Pattern WITHOUT_SUBJECT =
      Pattern.compile("\"(?:%n|[^\"]*[.] )?(?:What|Who|Whose|Whom|Those|Whether) [a-z]");

  /** Figures of one Javadoc, or of several. */
  private record Prose(int javadocs, int words, int relative, int beginnings) {

    static Prose of(String javadoc) {
      String text =
          MARKUP.matcher(MARGIN.matcher(javadoc).replaceAll("")).replaceAll(" x ").strip();
      return new Prose(
          1,
          (int) WORD.matcher(text).results().count(),
          (int) RELATIVE.matcher(text).results().count(),
          BEGINNING.matcher(text).matches() ? 1 : 0);
    }

    Prose and(Prose other) {
      return new Prose(
          javadocs + other.javadocs,
          words + other.words,
          relative + other.relative,
          beginnings + other.beginnings);
    }

    double relativePer1000() {
      return 1000.0 * relative / Math.max(1, words);
    }

    double beginningsPercent() {
      return 100.0 * beginnings / Math.max(1, javadocs);
    }
  }

  @ParameterizedTest
  @CsvSource({"src/main/java", "src/test/java", "src/bench/java"})
  void sentencesHaveASubjectAndAVerb(Path folder) throws IOException {
    Prose all = in(folder);
    String worst =
        String.join("\n", packages(folder).sorted((a, b) -> b.compareTo(a)).limit(8).toList());

    assertThat(all.javadocs()).isGreaterThan(100);
    assertThat(all.relativePer1000())
        .as(
            "what, who, whose, whether … per 1,000 words in Javadocs of %s; most:%n%s",
            folder, worst)
        .isLessThanOrEqualTo(RELATIVE_PER_1000);
    assertThat(all.beginningsPercent())
        .as("Javadocs of %s in 100 that begin with a relative or question word", folder)
        .isLessThanOrEqualTo(BEGINNINGS_PERCENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"src/main/java", "src/main/resources/META-INF/iam"})
  void messagesBeginWithASubject(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      assertThat(files.filter(Files::isRegularFile).flatMap(JavadocProseTest::withoutSubject))
          .isEmpty();
    }
  }

  private static Stream<String> withoutSubject(Path file) {
    return read(file)
        .lines()
        .filter(line -> !COMMENT.matcher(line).lookingAt() && WITHOUT_SUBJECT.matcher(line).find())
        .map(line -> file + ": " + line.strip());
  }

  @Test
  void aJavadocIsCountedWithoutItsMarkup() {
    assertThat(
            Prose.of(
                """
                 Whether {@link Who what} <b>is</b> here.
                   *
                   * @return the one whose name fits
                """))
        .isEqualTo(new Prose(1, 12, 2, 1));
    assertThat(Prose.of(" Returns a name. ")).isEqualTo(new Prose(1, 3, 0, 0));
  }

  private static Stream<String> packages(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> folders = files.filter(Files::isDirectory).toList();
      return folders.stream()
          .map(each -> "%3d %s".formatted(own(each).relative(), each).toLowerCase(Locale.ROOT));
    }
  }

  private static Prose own(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return prose(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Prose in(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return prose(files);
    }
  }

  private static Prose prose(Stream<Path> files) {
    return files
        .filter(file -> file.toString().endsWith(".java"))
        .flatMap(file -> JAVADOC.matcher(read(file)).results())
        .map(found -> Prose.of(found.group(1)))
        .reduce(new Prose(0, 0, 0, 0), Prose::and);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
