package io.iamplane.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;

/** A string that PostgreSQL, UTF-8 or a reader could not keep as it is. */
public final class UnfitTextException extends MismatchedInputException {

  private static final long serialVersionUID = 1L;

  UnfitTextException(JsonParser parser, String message) {
    super(parser, message, String.class);
  }
}
