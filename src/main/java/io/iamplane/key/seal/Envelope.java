package io.iamplane.key.seal;

import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Envelope encryption: each value under a data key of its own (AES-256-GCM), the data key wrapped
 * by the {@link KeyProvider}. Both are bound to one place.
 */
@Singleton
public class Envelope {

  private final KeyProvider provider;
  private final SecureRandom random = new SecureRandom();

  Envelope(KeyProvider provider) {
    this.provider = provider;
  }

  /**
   * Seals a private key for one place.
   *
   * @throws KeyProviderUnavailableException when the provider cannot be used now
   */
  public SealedKey seal(byte[] plain, Binding binding) {
    byte[] dataKey = new byte[AesGcm.KEY_BYTES];
    random.nextBytes(dataKey);
    try {
      byte[] sealed = new AesGcm(dataKey).seal(plain, binding.bytes());
      return new SealedKey(provider.wrap(dataKey, binding), sealed);
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  /**
   * Opens a private key; the caller clears the bytes when it has read them.
   *
   * @throws KeyProviderUnavailableException when the provider cannot be used now
   * @throws UnsealException when anything was changed or moved, or another provider wrapped it
   */
  public byte[] open(SealedKey key, Binding binding) {
    if (!key.dataKey().provider().equals(provider.name())) {
      throw new UnsealException(
          "the key was wrapped by provider "
              + key.dataKey().provider()
              + ", configured is "
              + provider.name());
    }
    byte[] dataKey = provider.unwrap(key.dataKey(), binding);
    try {
      return new AesGcm(dataKey).open(key.sealed(), binding.bytes());
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }
}
