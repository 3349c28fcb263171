package io.iamplane.bootstrap.development;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Keeps the framework's filter for other origins off in a development start (ADR 30). The extension
 * for OpenAPI switches it on there, by a system property, for its document on the management port;
 * the filter would then refuse the panel and the forms of sign-in.
 */
public final class DevelopmentCors implements ConfigSourceFactory {

  /** Above system properties (400). */
  private static final int ORDINAL = 500;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    return context.getProfiles().contains("dev")
        ? List.of(
            new PropertiesConfigSource(
                Map.of("quarkus.http.cors.enabled", "false"), "development", ORDINAL))
        : List.of();
  }
}
