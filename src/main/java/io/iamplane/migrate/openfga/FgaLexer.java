package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerLexer;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.List;

/**
 * Cuts the DSL into tokens. {@code but not} is one word; the body of a condition is one token. A
 * comment begins with {@code #} after white space or at the beginning of a line.
 */
final class FgaLexer extends PeerLexer {

  private static final int MAX_NAME = 254;

  private boolean condition;

  private FgaLexer(PeerText source) {
    super(source);
  }

  static List<PeerToken> read(PeerText source) throws PeerFaultsException {
    return new FgaLexer(source).all();
  }

  @Override
  protected void next() throws PeerFaultsException {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      skip(at + 1);
    } else if (c == '#' && isCommentNext()) {
      skipLine();
    } else if (isWord(c)) {
      word();
    } else if (c == '{' && condition) {
      body("condition");
      condition = false;
      first = false;
    } else {
      sign(c, "[](),:#*{}<>");
    }
  }

  private boolean isCommentNext() {
    return at == 0 || Character.isWhitespace(text.charAt(at - 1));
  }

  private void word() throws PeerFaultsException {
    int end = at;
    while (end < text.length() && isWord(text.charAt(end))) {
      end++;
    }
    String word = name(end, MAX_NAME);
    if (first) {
      condition = word.equals("condition");
    }
    int not = word.equals("but") ? afterBut(end) : -1;
    add(Kind.WORD, not < 0 ? word : "but not");
    at = not < 0 ? end : not;
  }

  /** Behind a {@code not} that follows in the same line; -1 when none does. */
  private int afterBut(int from) {
    int begin = from;
    while (begin < text.length() && (text.charAt(begin) == ' ' || text.charAt(begin) == '\t')) {
      begin++;
    }
    int end = begin + 3;
    return begin > from
            && text.startsWith("not", begin)
            && (end >= text.length() || !isWord(text.charAt(end)))
        ? end
        : -1;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.'
        || c == '/';
  }
}
