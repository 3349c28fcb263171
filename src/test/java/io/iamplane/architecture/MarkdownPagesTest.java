package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages have lines that a review can show, and an index leads to each of them. */
class MarkdownPagesTest {

  private static final Path README = Path.of("README.md");
  private static final Path DOCS = Path.of("docs");
  private static final Path RECORDS = DOCS.resolve("adr");

  /** In characters. */
  private static final int LONGEST = 120;

  /** Pages that still have longer lines. */
  private static final Set<Path> LONG = Set.of(DOCS.resolve("benchmarks.md"));

  private static final Pattern TARGET = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");

  /** A class, perhaps with a method of it. */
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.\\w+)?`");

  private static final Pattern STATUS = Pattern.compile("Status: (.*)\\.");

  @Test
  void proseLinesAreShort() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> root = Files.list(Path.of(""))) {
      root.filter(MarkdownPagesTest::isPage).forEach(page -> found.addAll(longLines(page)));
    }
    for (Path page : pages(DOCS)) {
      if (!LONG.contains(page)) {
        found.addAll(longLines(page));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void longLinesAreFound(@TempDir Path folder) throws IOException {
    String line = "word ".repeat(24) + "x";
    Path page = folder.resolve("page.md");
    Files.writeString(
        page, String.join("\n", line, "| " + line, "```", line, "```", line.substring(1), line));

    assertThat(longLines(page)).containsExactly(page + ":1", page + ":7");
  }

  @Test
  void theReadmeIsShortAndPromisesNothing() {
    assertThat(lines(README)).allSatisfy(line -> assertThat(line).hasSizeLessThan(LONGEST + 1));
    assertThat(text(README)).doesNotContain("to come");
    assertThat(lines(Path.of("CHANGELOG.md"))).hasSizeLessThan(61);
  }

  @Test
  void everyPageIsInAnIndex() throws IOException {
    assertThat(unlisted(DOCS)).isEmpty();
  }

  @Test
  void pagesOutsideOfTheIndexAreFound(@TempDir Path folder) throws IOException {
    Path below = Files.createDirectories(folder.resolve("below"));
    Path apart = Files.createDirectories(folder.resolve("apart"));
    Files.writeString(
        folder.resolve("README.md"), "[a](a.md#x) [b](below/b.md) [c](apart/README.md)");
    Files.writeString(apart.resolve("README.md"), "[d](d.md)");
    for (Path page :
        List.of(
            folder.resolve("a.md"),
            below.resolve("b.md"),
            apart.resolve("d.md"),
            apart.resolve("e.md"),
            below.resolve("f.md"))) {
      Files.writeString(page, "");
    }

    assertThat(unlisted(folder))
        .containsExactlyInAnyOrder(apart.resolve("e.md"), below.resolve("f.md"));
  }

  @Test
  void theTourNamesClassesThatExist() throws IOException {
    Set<String> classes;
    try (Stream<Path> sources = Files.walk(Path.of("src"))) {
      classes =
          sources
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replace(".java", ""))
              .collect(Collectors.toSet());
    }
    assertThat(CLASS.matcher(text(DOCS.resolve("tour.md"))).results().map(hit -> hit.group(1)))
        .hasSizeGreaterThan(20)
        .isSubsetOf(classes);
  }

  @Test
  void theIndexOfRecordsHasTheirTitlesAndStatus() throws IOException {
    List<String> index = lines(RECORDS.resolve("README.md"));
    for (Path record : pages(RECORDS)) {
      if (!isIndex(record)) {
        String title = lines(record).getFirst().replaceFirst("# \\d+\\. ", "");
        String status =
            STATUS
                .matcher(text(record))
                .results()
                .map(hit -> hit.group(1))
                .findFirst()
                .orElse("none");
        assertThat(index)
            .as("%s", record)
            .anyMatch(line ->
                line.contains(
                    "](" + record.getFileName() + ") | " + title + " | " + status + " |"));
      }
    }
  }

  private static List<String> longLines(Path page) {
    List<String> found = new ArrayList<>();
    boolean isCode = false;
    int number = 0;
    for (String line : lines(page)) {
      number++;
      String start = line.strip();
      if (start.startsWith("```")) {
        isCode = !isCode;
      } else if (!isCode && !start.startsWith("|") && line.length() > LONGEST) {
        found.add(page + ":" + number);
      }
    }
    return found;
  }

  /** The pages that neither the index of their own folder lists nor that of a folder above. */
  private static List<Path> unlisted(Path folder) throws IOException {
    List<Path> pages = pages(folder);
    Set<Path> listed =
        pages.stream()
            .filter(MarkdownPagesTest::isIndex)
            .flatMap(MarkdownPagesTest::targets)
            .collect(Collectors.toSet());
    listed.add(folder.resolve(README));
    return pages.stream().filter(page -> !listed.contains(page)).toList();
  }

  private static Stream<Path> targets(Path index) {
    return TARGET
        .matcher(text(index))
        .results()
        .map((MatchResult link) -> index.resolveSibling(link.group(1)).normalize());
  }

  private static List<Path> pages(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(MarkdownPagesTest::isPage).sorted().toList();
    }
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  private static boolean isIndex(Path page) {
    return page.endsWith(README);
  }

  private static List<String> lines(Path page) {
    return text(page).lines().toList();
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
