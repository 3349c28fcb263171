package io.iamplane.key.seal;

import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Wraps with {@code IAM_KEK}, a key in the process's own memory. For development and small
 * installations: a reader of the environment can read every private key of the database.
 */
@Singleton
class LocalKeyProvider implements KeyProvider {

  static final String NAME = "local";
  static final String PROPERTY = "iam.kek";

  private final KeySetting setting;

  LocalKeyProvider(@ConfigProperty(name = PROPERTY) Optional<String> kek) {
    this.setting = KeySetting.of(PROPERTY, kek);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public WrappedKey wrap(byte[] dataKey, Binding binding) {
    AesGcm key = key();
    return new WrappedKey(NAME, key.version(), key.seal(dataKey, binding.bytes()));
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped, Binding binding) {
    AesGcm key = key();
    if (!key.version().equals(wrapped.keyVersion())) {
      throw new UnsealException(
          "the key was wrapped by version "
              + wrapped.keyVersion()
              + " of "
              + PROPERTY
              + ", configured is "
              + key.version());
    }
    return key.open(wrapped.bytes(), binding.bytes());
  }

  KeySetting setting() {
    return setting;
  }

  private AesGcm key() {
    return setting.key().orElseThrow(() -> new KeyProviderUnavailableException(setting.toString()));
  }
}
