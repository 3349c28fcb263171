package io.iamplane.bootstrap.development;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The framework's filter for other origins is off in development, and as set elsewhere. */
class DevelopmentCorsTest {

  private static final String ENABLED = "quarkus.http.cors.enabled";

  /** The ordinal of system properties, by which an extension switches the filter on. */
  private static final int SYSTEM = 400;

  @ParameterizedTest
  @CsvSource({"dev, false", "prod, true", "test, true"})
  void onlyDevelopmentOverrides(String profile, String enabled) {
    assertThat(
            new SmallRyeConfigBuilder()
                .withProfile(profile)
                .withSources(new DevelopmentCors())
                .withSources(new PropertiesConfigSource(Map.of(ENABLED, "true"), "set", SYSTEM))
                .build()
                .getValue(ENABLED, String.class))
        .isEqualTo(enabled);
  }
}
