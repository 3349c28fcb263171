package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerLexer;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken.Kind;

/** Cuts a schema into tokens; the body of a caveat is one token. */
final class ZedLexer extends PeerLexer {

  private static final int MAX_NAME = 256;

  private boolean caveat;

  ZedLexer(PeerText source) {
    super(source, "_", "/");
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
    } else if (isLetter(at)) {
      word();
    } else if (c == '{' && caveat) {
      body("caveat");
      caveat = false;
    } else {
      sign("{}()|&+-=:#*.,<>;@\"'", "->", "...");
    }
  }

  private void word() throws PeerFaultsException {
    String word = word(MAX_NAME);
    if (word.equals("caveat") && first) {
      caveat = true;
    }
    add(Kind.WORD, word);
    at += word.length();
  }
}
