package io.iamplane.key.seal;

/**
 * A private key at rest, AES-256-GCM under a data key that its provider wrapped; re-wrapping
 * replaces only the wrapped data key.
 */
public record SealedKey(WrappedKey dataKey, byte[] sealed) {

  @Override
  public String toString() {
    return "sealed key, " + dataKey;
  }
}
