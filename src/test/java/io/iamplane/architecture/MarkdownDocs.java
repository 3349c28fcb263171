package io.iamplane.architecture;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a comment as a cell of a Markdown table. */
final class MarkdownDocs {

  private static final Pattern INLINE =
      Pattern.compile("\\{@(code|link|linkplain)\\s+([^}]+)}", Pattern.DOTALL);
  private static final Pattern TAGS = Pattern.compile("(?m)^\\s*@\\w+.*", Pattern.DOTALL);

  private MarkdownDocs() {}

  /**
   * The description of a comment, on one line.
   *
   * @param prefix of the keys that a link to a neighbour means
   */
  static String of(String comment, String prefix) {
    String text = TAGS.matcher(comment).replaceAll("");
    return INLINE
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(inline(match, prefix)))
        .replaceAll("</?[a-z]+>", "")
        .replaceAll("\\s+", " ")
        .replace("|", "\\|")
        .strip();
  }

  private static String inline(MatchResult match, String prefix) {
    String inner = match.group(2).replaceAll("\\s+", " ").strip();
    if (!match.group(1).equals("link")) {
      return "`" + inner + "`";
    }
    int hash = inner.indexOf('#');
    return hash < 0
        ? inner
        : "`" + variable(prefix + SettingSources.kebab(inner.substring(hash + 1))) + "`";
  }

  private static String variable(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
