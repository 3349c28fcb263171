package io.iamplane.audit.note;

/**
 * A text is well formed, yet what it says is not proved: no known key signed it, a known key's
 * signature is bad, or it is not about what it was given for.
 */
public final class UnverifiedNoteException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnverifiedNoteException(String message) {
    super(message);
  }
}
