package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A limit is met while a library reads, which passes on I/O failures alone. */
final class PartTooLongException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable FilePlace place;

  PartTooLongException(@Nullable FilePlace place, String message) {
    super(message);
    this.place = place;
  }

  /** The fault at the limit's own place, or else where the reader is. */
  PeerFaultsException at(FilePlace reader) {
    return new PeerFaultsException(place == null ? reader : place, String.valueOf(getMessage()));
  }
}
