package io.iamplane.signin.passkey;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** The policy of settings, as a start reads them. */
final class PasskeySettings {

  private PasskeySettings() {}

  static AttestationPolicy policy(Map<String, String> settings) {
    return new AttestationPolicy(
        new SmallRyeConfigBuilder()
            .withMapping(PasskeyConfig.class)
            .withSources(new PropertiesConfigSource(settings, "test", 100))
            .build()
            .getConfigMapping(PasskeyConfig.class));
  }
}
