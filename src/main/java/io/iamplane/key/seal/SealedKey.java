package io.iamplane.key.seal;

/**
 * A private key at rest.
 *
 * @param dataKey the data key, wrapped by the provider; re-wrapping replaces only this
 * @param sealed the private key, AES-256-GCM under the data key
 */
public record SealedKey(WrappedKey dataKey, byte[] sealed) {

  @Override
  public String toString() {
    return "sealed key, " + dataKey;
  }
}
