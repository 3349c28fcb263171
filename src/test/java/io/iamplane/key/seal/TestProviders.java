package io.iamplane.key.seal;

import io.smallrye.common.annotation.Identifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Providers as the settings would choose them. */
public final class TestProviders {

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

  /** An envelope of a provider that hangs until there is a permit, interrupted or not. */
  public static Envelope hanging(Semaphore until, AtomicInteger asked) {
    KeyProvider provider =
        new KeyProvider() {

          @Override
          public WrappedKey wrap(byte[] dataKey, Binding binding) {
            asked.incrementAndGet();
            until.acquireUninterruptibly();
            return new WrappedKey("test", "v1", dataKey.clone());
          }

          @Override
          public byte[] unwrap(WrappedKey wrapped, Binding binding) {
            return wrapped.bytes().clone();
          }
        };
    return new Envelope(new KeyProviders(config("test", null), _ -> provider, Set.of("test")));
  }

  private static String name(KeyProvider provider) {
    return provider.getClass().getAnnotation(Identifier.class).value();
  }
}
