package io.iamplane.key.seal;

import io.iamplane.shared.StartUpCheck.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A 256-bit key as an operator configures it: base64 of exactly 32 bytes, and not the one that
 * everyone can read in our repository.
 */
final class KeySetting {

  private final String property;
  private final @Nullable AesGcm key;
  private final @Nullable String problem;

  private KeySetting(String property, @Nullable AesGcm key, @Nullable String problem) {
    this.property = property;
    this.key = key;
    this.problem = problem;
  }

  /** The key that a property sets, then the previous keys that another one lists. */
  static List<KeySetting> all(
      String property,
      Optional<String> value,
      String previousProperty,
      Optional<List<String>> previous) {
    return Stream.concat(
            Stream.of(of(property, value)),
            previous.stream()
                .flatMap(List::stream)
                .map(each -> of(previousProperty, Optional.of(each))))
        .toList();
  }

  static KeySetting of(String property, Optional<String> value) {
    if (value.isEmpty()) {
      return new KeySetting(property, null, "must be set");
    }
    try {
      AesGcm key = AesGcm.parse(value.get());
      boolean known = DevelopmentKeys.contains(value.get());
      return new KeySetting(property, key, known ? "must not be the development default" : null);
    } catch (IllegalArgumentException e) {
      return new KeySetting(property, null, e.getMessage());
    }
  }

  /** The key; empty when none is set or it cannot be read. */
  Optional<AesGcm> key() {
    return Optional.ofNullable(key);
  }

  Optional<Finding> finding() {
    return problem == null
        ? Optional.empty()
        : Optional.of(
            Finding.severe(
                property,
                problem,
                "set it to a secret of your own, such as the output of openssl rand -base64 32"));
  }

  @Override
  public String toString() {
    return property + (problem == null ? " is set" : " " + problem);
  }

  /**
   * The keys of development and tests. They are public, so that a production start must know them
   * to refuse them; {@code application.properties} sets the same values, which a test compares.
   */
  static final class DevelopmentKeys {

    static final String KEK = "aWFtIGRldmVsb3BtZW50IGtleSwgbm90IHNlY3JldCE=";
    static final String SECRET_BOX = "aWFtIGRldmVsb3BtZW50IGJveCwgbm90IHNlY3JldCE=";

    private DevelopmentKeys() {}

    static boolean contains(String value) {
      return Set.of(KEK, SECRET_BOX).contains(value);
    }
  }
}
