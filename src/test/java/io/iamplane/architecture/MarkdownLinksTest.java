package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every relative link of the documentation leads to a file, and its anchor to a heading. */
class MarkdownLinksTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?s)^```.*?^```", Pattern.MULTILINE);
  private static final Pattern INLINE_CODE = Pattern.compile("`[^`\n]*`");

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      broken.addAll(broken(page));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void brokenLinksAreFound(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.md");
    Files.writeString(folder.resolve("other.md"), "## `A`, b-c\n```\n## In code\n```\n");
    Files.writeString(
        page,
        """
        # Top
        [a](other.md) [b](other.md#a-b-c) [c](#top) [d](https://example.com/x)
        [e](missing.md) [f](other.md#in-code) [g](#none) `[h](gone.md)`
        """);

    assertThat(broken(page))
        .containsExactly(page + ": missing.md", page + ": other.md#in-code", page + ": #none");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> root = Files.list(Path.of(""));
        Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.concat(root, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static List<String> broken(Path page) throws IOException {
    String text = INLINE_CODE.matcher(prose(page)).replaceAll("");
    return LINK.matcher(text)
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.contains("://") && !leads(page, link))
        .map(link -> page + ": " + link)
        .toList();
  }

  private static boolean leads(Path page, String link) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  private static Set<String> anchors(Path page) {
    return prose(page)
        .lines()
        .filter(line -> line.matches("#{1,6} .*"))
        .map(MarkdownLinksTest::anchor)
        .collect(Collectors.toSet());
  }

  /** GitHub's anchor of a heading: lower case, without punctuation, a hyphen for each space. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  private static String prose(Path page) {
    try {
      return CODE.matcher(Files.readString(page)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
