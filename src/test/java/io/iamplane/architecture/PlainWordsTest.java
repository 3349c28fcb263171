package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources, resources and documentation avoid words that the field does not use. */
class PlainWordsTest {

  /**
   * A banned word.
   *
   * @param text a regular expression, found as a whole word in any case
   * @param better the word to write instead
   */
  private record Word(String text, String better, String reason) {

    static Pattern anyOf(List<Word> words) {
      String texts = words.stream().map(Word::text).collect(Collectors.joining("|"));
      String spaced = texts.replace(" ", "\\s+(?:\\*\\s+|//\\s+)?");
      return Pattern.compile("\\b(?:" + spaced + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    Stream<MatchResult> in(String text) {
      return anyOf(List.of(this)).matcher(text).results();
    }
  }

  private static final List<Word> BANNED =
      List.of(
          new Word("nobody", "no caller, no one, not …", "hides which account or program is meant"),
          new Word("somebody", "an account, a user, another …", "hides who is meant"),
          new Word("anybody", "any client, an attacker", "hides who is meant"),
          new Word("everybody", "everyone, all callers, public", "hides who is meant"),
          new Word("who(?:m|so)?ever", "the caller, a client that …", "name the one who acts"),
          new Word("told|tells", "says, shows, reports, returns", "programs do not tell"),
          new Word("anew|afresh", "again, re-…", "archaic"),
          new Word("mend(?:s|ed|ing)?", "correct, repair, fix", "archaic"),
          new Word("unfit", "invalid", "the field says invalid"),
          new Word("is none", "is not a …, is absent", "reads like a riddle"),
          new Word("in vain", "without effect", "archaic"),
          new Word("for want of", "without, since … is missing", "archaic"),
          new Word("for good|for ever", "permanently, without end", "ambiguous: good for whom?"),
          new Word("hands? on|handed on", "give, grant, pass", "rights are granted"),
          new Word("hands in|handed in", "submit", "manifests are submitted"),
          new Word("rubbish", "malformed", "say what is wrong with it"),
          new Word("of theirs", "that the caller controls, their", "hides whose it is"),
          new Word("oneself", "the caller", "name the one who acts"));

  /** Most texts have no such word, which one pass shows. */
  private static final Pattern ANY = Word.anyOf(BANNED);

  /** Applied migrations have checksums and stay as they are. */
  private static final Pattern APPLIED = Pattern.compile("V0(?:[0-2]\\d|3[0-6])__\\w+\\.sql");

  private static final Pattern TEXT =
      Pattern.compile(".*\\.(?:java|md|properties|json|sql|txt|ya?ml|html)");

  @Test
  void textsUsePlainWords() throws IOException {
    List<String> hits = new ArrayList<>();
    for (Path folder : List.of(Path.of("src/main"), Path.of("docs"))) {
      hits.addAll(hits(folder, Integer.MAX_VALUE));
    }
    hits.addAll(hits(Path.of("").toAbsolutePath(), 1));
    assertThat(hits).as("words to replace").isEmpty();
  }

  @Test
  void aBannedWordIsFoundWithItsPlace(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("A.java"), "/** Fine.\n * The value\n * is\n * none. */\n");
    Files.writeString(folder.resolve("page.md"), "Untold, amend.\n\nWhoever asks is Told.\n");
    Files.writeString(folder.resolve("V001__old.sql"), "-- nobody\n");
    Files.writeString(folder.resolve("V999__new.sql"), "-- nobody\n");

    assertThat(hits(folder, 1))
        .hasSize(4)
        .anyMatch(hit -> hit.contains("A.java:3: 'is none'"))
        .anyMatch(hit -> hit.contains("page.md:3: 'Whoever'"))
        .anyMatch(hit -> hit.contains("page.md:3: 'Told'; better: says, shows"))
        .anyMatch(hit -> hit.contains("V999__new.sql:1: 'nobody'"));
  }

  private static List<String> hits(Path folder, int depth) throws IOException {
    List<Path> texts;
    try (Stream<Path> files = Files.walk(folder, depth)) {
      texts =
          files
              .filter(file -> TEXT.matcher(file.toString()).matches())
              .filter(file -> !APPLIED.matcher(file.getFileName().toString()).matches())
              .sorted()
              .toList();
    }
    return texts.stream().flatMap(PlainWordsTest::hits).toList();
  }

  private static Stream<String> hits(Path file) {
    String text = read(file);
    return ANY.matcher(text).find()
        ? BANNED.stream().flatMap(word -> word.in(text).map(hit -> line(file, text, hit, word)))
        : Stream.empty();
  }

  private static String line(Path file, String text, MatchResult hit, Word word) {
    long line = text.substring(0, hit.start()).lines().count() + (startsLine(text, hit) ? 1 : 0);
    return "%s:%d: '%s'; better: %s (%s)"
        .formatted(
            file, line, hit.group().replaceAll("[\\s*/]+", " "), word.better(), word.reason());
  }

  private static boolean startsLine(String text, MatchResult hit) {
    return hit.start() == 0 || text.charAt(hit.start() - 1) == '\n';
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
