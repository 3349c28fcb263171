package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.IOException;

/** A document as a row of events; a member is its name, a scalar, and then its value. */
interface DocumentEvents {

  enum Event {
    BEGIN_MEMBERS,
    END_MEMBERS,
    BEGIN_ITEMS,
    END_ITEMS,
    SCALAR,
    END
  }

  /** The next event; throws where the syntax is broken. */
  Event next() throws IOException, PeerFaultsException;

  String text();

  /** Returns true if the scalar is a text even if it looks like another value. */
  boolean isQuoted();

  /** The position of the event; of a text in several lines, that of its own first line. */
  FilePlace place();
}
