package io.iamplane.key.seal.vault;

import io.iamplane.testing.TransitStandIn;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Settings of Vault as an operator writes them; each change gives other settings. */
record VaultSettings(Map<String, String> values) {

  private static final String PREFIX = "iam.keys.vault.";

  VaultSettings(String url) {
    this(
        Map.of(
            PREFIX + "url", url, PREFIX + "token", TransitStandIn.TOKEN, PREFIX + "timeout", "5s"));
  }

  VaultSettings url(@Nullable String url) {
    return with("url", url);
  }

  VaultSettings key(String key) {
    return with("key", key);
  }

  VaultSettings token(@Nullable String token) {
    return with("token", token);
  }

  VaultSettings tokenFile(@Nullable String file) {
    return with("token-file", file);
  }

  VaultSettings namespace(String namespace) {
    return with("namespace", namespace);
  }

  VaultSettings kubernetes(String role, String file) {
    return with("kubernetes.role", role).with("kubernetes.token-file", file);
  }

  VaultSettings with(String setting, @Nullable String value) {
    Map<String, String> next = new HashMap<>(values);
    if (value == null) {
      next.remove(PREFIX + setting);
    } else {
      next.put(PREFIX + setting, value);
    }
    return new VaultSettings(next);
  }

  VaultConfig config() {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(VaultConfig.class)
            .withDefaultValues(values)
            .withConverter(Duration.class, 200, new DurationConverter())
            .build();
    return config.getConfigMapping(VaultConfig.class);
  }
}
