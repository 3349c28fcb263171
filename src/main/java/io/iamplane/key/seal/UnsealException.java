package io.iamplane.key.seal;

/**
 * A sealed value does not open: it was changed or moved, or another key sealed it. Which of these,
 * authenticated encryption cannot tell.
 */
public final class UnsealException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnsealException(String message) {
    super(message);
  }

  public UnsealException(String message, Throwable cause) {
    super(message, cause);
  }
}
