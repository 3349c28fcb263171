package io.iamplane.migrate.topaz;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a relation or permission into tokens; {@code ->} is one sign. */
final class TopazLexer {

  private static final int MAX_NAME = 64;

  private TopazLexer() {}

  static List<PeerToken> read(String text, FilePlace begin) throws PeerFaultsException {
    List<PeerToken> tokens = new ArrayList<>();
    int line = 0;
    int lineStart = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      FilePlace place = begin.plus(line, at - lineStart);
      if (c == '\n') {
        line++;
        lineStart = at + 1;
        at++;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (isWord(c)) {
        int end = endOfName(text, at);
        if (end - at > MAX_NAME) {
          throw new PeerFaultsException(
              place, "a name can have at most " + MAX_NAME + " characters");
        }
        tokens.add(new PeerToken(Kind.WORD, text.substring(at, end), place, false));
        at = end;
      } else {
        String sign = text.startsWith("->", at) ? "->" : String.valueOf(c);
        if (sign.length() == 1 && "|&-()#:*".indexOf(c) < 0) {
          throw new PeerFaultsException(place, "unexpected character '%s'".formatted(c));
        }
        tokens.add(new PeerToken(Kind.SIGN, sign, place, false));
        at += sign.length();
      }
    }
    tokens.add(new PeerToken(Kind.END, "", begin.plus(line, at - lineStart), false));
    return tokens;
  }

  /** A hyphen belongs to the name when a letter, digit or underscore follows. */
  private static int endOfName(String text, int from) {
    int end = from;
    while (end < text.length()
        && (isWord(text.charAt(end))
            || (text.charAt(end) == '-'
                && end + 1 < text.length()
                && isWord(text.charAt(end + 1))))) {
      end++;
    }
    return end;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '.';
  }
}
