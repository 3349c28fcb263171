package io.iamplane.migrate.topaz;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerLexer;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken.Kind;

/** Cuts the text of a relation or permission into tokens; {@code ->} is one sign. */
final class TopazLexer extends PeerLexer {

  private static final int MAX_NAME = 64;

  TopazLexer(PeerText source) {
    super(source, "_.", "-");
  }

  @Override
  protected void next() throws PeerFaultsException {
    if (Character.isWhitespace(text.charAt(at))) {
      skip(at + 1);
    } else if (isLetter(at)) {
      String word = word(MAX_NAME);
      add(Kind.WORD, word);
      at += word.length();
    } else {
      sign("|&-()#:*", "->");
    }
  }
}
