package io.iamplane.language.pattern;

/** A text is neither a permission's key nor a pattern; the message says why, fit for its author. */
public final class InvalidPermissionException extends Exception {

  private static final long serialVersionUID = 1L;

  public InvalidPermissionException(String message) {
    super(message);
  }
}
