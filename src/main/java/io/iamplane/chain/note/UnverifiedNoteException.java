package io.iamplane.chain.note;

/**
 * Thrown for a well-formed note without proof: no known key signed it, a known key's signature is
 * bad, or its subject is not the expected one.
 */
public final class UnverifiedNoteException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnverifiedNoteException(String message) {
    super(message);
  }
}
