package io.iamplane.change;

/**
 * A change can only be judged, or carried out, once those before it in its transaction have
 * committed. It is done again then, in a transaction of its own.
 */
public final class UncommittedBaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UncommittedBaseException(Throwable cause) {
    super("what the change starts from must be committed first", cause);
  }
}
