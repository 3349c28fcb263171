package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerLexer;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken.Kind;

/**
 * Cuts the DSL into tokens. {@code but not} is one word; the body of a condition is one token. A
 * comment begins with {@code #} after white space or at the beginning of a line.
 */
final class FgaLexer extends PeerLexer {

  private static final int MAX_NAME = 254;

  private boolean condition;

  FgaLexer(PeerText source) {
    super(source, "_-./", "");
  }

  @Override
  protected void next() throws PeerFaultsException {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      skip(at + 1);
    } else if (c == '#' && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))) {
      skipLine();
    } else if (isLetter(at)) {
      word();
    } else if (c == '{' && condition) {
      body("condition");
      condition = false;
      first = false;
    } else {
      sign("[](),:#*{}<>");
    }
  }

  private void word() throws PeerFaultsException {
    String word = word(MAX_NAME);
    int end = at + word.length();
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
    return begin > from && text.startsWith("not", begin) && !isLetter(end) ? end : -1;
  }
}
