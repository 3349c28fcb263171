package io.iamplane.key.seal;

import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The provider that wraps, and the one before it that still unwraps, by the names that the settings
 * call them. Another provider is another {@link Identifier}; one that is not chosen is not made.
 */
@Singleton
class KeyProviders {

  private final KeyProviderConfig config;
  private final Function<String, KeyProvider> byName;
  private final Set<String> names;

  @Inject
  KeyProviders(KeyProviderConfig config, @Any Instance<KeyProvider> all) {
    this(config, name -> all.select(Identifier.Literal.of(name)).get(), names(all));
  }

  KeyProviders(KeyProviderConfig config, Function<String, KeyProvider> byName, Set<String> names) {
    this.config = config;
    this.byName = byName;
    this.names = names;
  }

  /** The names that {@code iam.keys.provider} may have. */
  Set<String> names() {
    return names;
  }

  /**
   * The provider that wraps.
   *
   * @throws KeyProviderUnavailableException when the settings name none that exists
   */
  KeyProvider present() {
    return provider(KeyProviderConfig.PROVIDER, config.provider());
  }

  /**
   * The provider of a wrapped key.
   *
   * @throws UnsealException when it is neither the present nor the previous one
   * @throws KeyProviderUnavailableException when the settings name none that exists
   */
  KeyProvider of(WrappedKey wrapped) {
    String name = wrapped.provider();
    if (config.provider().equals(name)) {
      return present();
    }
    if (config.previousProvider().filter(name::equals).isPresent()) {
      return provider(KeyProviderConfig.PREVIOUS, name);
    }
    throw new UnsealException(
        "the key was wrapped by provider %s, but %s is %s; set %s to %s and run iam:keys:rewrap"
            .formatted(
                name,
                KeyProviderConfig.PROVIDER,
                config.provider(),
                KeyProviderConfig.PREVIOUS,
                name));
  }

  private KeyProvider provider(String property, String name) {
    if (!names.contains(name)) {
      throw new KeyProviderUnavailableException(property + " does not name a key provider");
    }
    return byName.apply(name);
  }

  private static Set<String> names(Instance<KeyProvider> all) {
    return all.handlesStream()
        .flatMap(handle -> handle.getBean().getQualifiers().stream())
        .filter(Identifier.class::isInstance)
        .map(qualifier -> ((Identifier) qualifier).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
