package io.iamplane.key.seal;

import io.smallrye.common.annotation.Identifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Providers as the settings would choose them. */
final class TestProviders {

  private TestProviders() {}

  static KeyProviderConfig config(String present, @Nullable String previous) {
    return new ChosenProviders(present, Optional.ofNullable(previous));
  }

  static KeyProviders local(Optional<String> kek, List<String> previous) {
    return of(config("local", null), new LocalKeyProvider(kek, Optional.of(previous)));
  }

  static KeyProviders of(KeyProviderConfig config, KeyProvider... all) {
    Map<String, KeyProvider> byName =
        Arrays.stream(all).collect(Collectors.toMap(TestProviders::name, Function.identity()));
    return new KeyProviders(config, byName::get, byName.keySet());
  }

  private static String name(KeyProvider provider) {
    return provider.getClass().getAnnotation(Identifier.class).value();
  }
}
