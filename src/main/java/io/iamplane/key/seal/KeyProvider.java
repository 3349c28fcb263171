package io.iamplane.key.seal;

/**
 * Wraps data keys with a key that never leaves it: a key management service, a hardware security
 * module, or the local stand-in. Small enough for any of them; called off the event loop, and
 * outside of transactions where it waits for a network. A bean with an {@link
 * io.smallrye.common.annotation.Identifier} is chosen by it, and records it in wrapped keys.
 */
public interface KeyProvider {

  /**
   * Wraps a data key with the provider's present key.
   *
   * @throws KeyProviderUnavailableException when the provider cannot be used now
   */
  WrappedKey wrap(byte[] dataKey, Binding binding);

  /**
   * Unwraps a data key that this provider wrapped for the same place.
   *
   * @throws KeyProviderUnavailableException when the provider cannot be used now
   * @throws UnsealException when the wrapped key was changed or moved, or its key is gone
   */
  byte[] unwrap(WrappedKey wrapped, Binding binding);
}
