package io.iamplane.catalog.document;

import io.iamplane.shared.PrintableText;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * A fault of a manifest. Both texts are one line of printable characters and of bounded length, for
 * any content of the manifest.
 *
 * @param place a path: {@code permissions[3].key}; with line and column within an expression,
 *     {@code types.doc.permissions.can_read:1:14}, or within an unreadable text, {@code 12:3}
 * @param message the error and its correction
 */
@RegisterForReflection
public record ManifestFault(String place, String message) {

  private static final int MAX_PLACE = 400;
  private static final int MAX_MESSAGE = 1_000;

  public ManifestFault {
    place = PrintableText.of(place, MAX_PLACE);
    message = PrintableText.of(message, MAX_MESSAGE);
  }

  @Override
  public String toString() {
    return place + ": " + message;
  }
}
