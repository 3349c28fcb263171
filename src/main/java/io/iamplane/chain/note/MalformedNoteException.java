package io.iamplane.chain.note;

/** A text is not of the form that its specification asks for. The message names the place. */
public final class MalformedNoteException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  MalformedNoteException(String message) {
    super(message);
  }
}
