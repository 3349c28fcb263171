package io.iamplane.key.seal;

import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Envelope encryption: each value under a data key of its own (AES-256-GCM), the data key wrapped
 * by a {@link KeyProvider}. Both are bound to one place.
 */
@Singleton
public class Envelope {

  private final KeyProviders providers;
  private final SecureRandom random = new SecureRandom();

  Envelope(KeyProviders providers) {
    this.providers = providers;
  }

  /**
   * Seals a private key for one place. Asks the provider twice, which may take twice its time
   * limit.
   *
   * @throws KeyProviderUnavailableException when the provider cannot be used now
   */
  public SealedKey seal(byte[] plain, Binding binding) {
    byte[] dataKey = new byte[AesGcm.KEY_BYTES];
    random.nextBytes(dataKey);
    try {
      byte[] sealed = new AesGcm(dataKey).seal(plain, binding.bytes());
      return new SealedKey(wrap(dataKey, binding), sealed);
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
    byte[] dataKey = providers.of(key.dataKey()).unwrap(key.dataKey(), binding);
    try {
      return new AesGcm(dataKey).open(key.sealed(), binding.bytes());
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  /**
   * Wraps the data key of a private key by the present version of the present provider; the sealed
   * part stays unchanged.
   *
   * @return empty if that wrapped it already
   * @throws KeyProviderUnavailableException if a provider cannot be used now
   * @throws UnsealException if the key does not open, so that nothing may replace it
   */
  public Optional<SealedKey> rewrap(SealedKey key, Binding binding) {
    byte[] dataKey = providers.of(key.dataKey()).unwrap(key.dataKey(), binding);
    try {
      Arrays.fill(new AesGcm(dataKey).open(key.sealed(), binding.bytes()), (byte) 0);
      WrappedKey wrapped = wrap(dataKey, binding);
      return wrapped.isOfSameKey(key.dataKey())
          ? Optional.empty()
          : Optional.of(new SealedKey(wrapped, key.sealed()));
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  /** Wraps a data key, and checks that it unwraps to the same; else the key would be lost. */
  private WrappedKey wrap(byte[] dataKey, Binding binding) {
    KeyProvider provider = providers.present();
    WrappedKey wrapped = provider.wrap(dataKey, binding);
    if (!comesBack(provider, wrapped, dataKey, binding)) {
      throw new KeyProviderUnavailableException(
          "key provider " + wrapped.provider() + " did not return the data key that it wrapped");
    }
    return wrapped;
  }

  private static boolean comesBack(
      KeyProvider provider, WrappedKey wrapped, byte[] dataKey, Binding binding) {
    try {
      byte[] again = provider.unwrap(wrapped, binding);
      boolean same = MessageDigest.isEqual(again, dataKey);
      Arrays.fill(again, (byte) 0);
      return same;
    } catch (UnsealException e) {
      return false;
    }
  }
}
