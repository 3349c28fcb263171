package io.iamplane.key.seal;

/**
 * A data key that only its provider can read.
 *
 * @param provider the name of the {@link KeyProvider} that wrapped it
 * @param keyVersion the version of the provider's key; shows the rest of a re-wrapping
 * @param bytes in the provider's own form
 */
public record WrappedKey(String provider, String keyVersion, byte[] bytes) {

  boolean isOfSameKey(WrappedKey other) {
    return provider.equals(other.provider) && keyVersion.equals(other.keyVersion);
  }

  @Override
  public String toString() {
    return "data key wrapped by " + provider + " " + keyVersion;
  }
}
