package io.iamplane.key.seal;

import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Wraps with {@code IAM_KEK}, a key in the process's own memory; previous ones only unwrap. For
 * development and small installations: a reader of the environment can read every private key of
 * the database.
 */
@Singleton
@Identifier(LocalKeyProvider.NAME)
class LocalKeyProvider implements KeyProvider {

  static final String NAME = "local";
  static final String PROPERTY = "iam.kek";
  static final String PREVIOUS_PROPERTY = "iam.previous-keks";

  private final List<KeySetting> settings;

  LocalKeyProvider(
      @ConfigProperty(name = PROPERTY) Optional<String> kek,
      @ConfigProperty(name = PREVIOUS_PROPERTY) Optional<List<String>> previous) {
    this.settings = KeySetting.all(PROPERTY, kek, PREVIOUS_PROPERTY, previous);
  }

  @Override
  public WrappedKey wrap(byte[] dataKey, Binding binding) {
    AesGcm key = settings.getFirst().key().orElseThrow(this::unset);
    return new WrappedKey(NAME, key.version(), key.seal(dataKey, binding.bytes()));
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped, Binding binding) {
    if (!isSet()) {
      throw unset();
    }
    return settings.stream()
        .flatMap(each -> each.key().stream())
        .filter(key -> key.version().equals(wrapped.keyVersion()))
        .findFirst()
        .orElseThrow(() ->
            new UnsealException(
                "the key was wrapped with key version %s, which is in neither %s nor %s"
                    .formatted(wrapped.keyVersion(), PROPERTY, PREVIOUS_PROPERTY)))
        .open(wrapped.bytes(), binding.bytes());
  }

  boolean isSet() {
    return settings.stream().anyMatch(each -> each.key().isPresent());
  }

  private KeyProviderUnavailableException unset() {
    return new KeyProviderUnavailableException(settings.getFirst().toString());
  }

  List<KeySetting> settings() {
    return settings;
  }
}
