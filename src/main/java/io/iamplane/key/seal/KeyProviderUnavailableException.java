package io.iamplane.key.seal;

/** The key provider cannot wrap or unwrap now: unreachable, or its own key is missing. */
public final class KeyProviderUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KeyProviderUnavailableException(String message) {
    super(message);
  }
}
