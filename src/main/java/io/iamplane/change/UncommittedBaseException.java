package io.iamplane.change;

/**
 * A change can only be judged once those before it in its transaction have committed. It is done
 * again then, in a transaction of its own.
 */
public final class UncommittedBaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UncommittedBaseException(Throwable cause) {
    super("the policy that the change starts from can only be loaded once it is committed", cause);
  }
}
