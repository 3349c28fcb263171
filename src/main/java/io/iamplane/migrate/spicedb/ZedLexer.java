package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerLexer;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.List;

/** Cuts a schema into tokens; the body of a caveat is one token. */
final class ZedLexer extends PeerLexer {

  private static final int MAX_NAME = 256;
  private static final List<String> LONG_SIGNS = List.of("->", "...");

  private boolean caveat;

  private ZedLexer(PeerText source) {
    super(source);
  }

  static List<PeerToken> read(PeerText source) throws PeerFaultsException {
    return new ZedLexer(source).all();
  }

  @Override
  protected void next() throws PeerFaultsException {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      skip(at + 1);
    } else if (text.startsWith("//", at)) {
      skipLine();
    } else if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      if (end < 0) {
        throw new PeerFaultsException(place(), "the comment is not closed with '*/'");
      }
      skip(end + 2);
    } else if (isWord(c)) {
      word();
    } else if (c == '{' && caveat) {
      body("caveat");
      caveat = false;
    } else {
      sign(c);
    }
  }

  private void sign(char c) throws PeerFaultsException {
    for (String sign : LONG_SIGNS) {
      if (text.startsWith(sign, at)) {
        add(Kind.SIGN, sign);
        at += sign.length();
        return;
      }
    }
    sign(c, "{}()|&+-=:#*.,<>;@\"'");
  }

  private void word() throws PeerFaultsException {
    int end = at;
    while (end < text.length() && (isWord(text.charAt(end)) || isSlash(end))) {
      end++;
    }
    String word = name(end, MAX_NAME);
    if (word.equals("caveat") && first) {
      caveat = true;
    }
    add(Kind.WORD, word);
    at = end;
  }

  /** A slash within a name, and not the beginning of a comment. */
  private boolean isSlash(int index) {
    return text.charAt(index) == '/' && index + 1 < text.length() && isWord(text.charAt(index + 1));
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
