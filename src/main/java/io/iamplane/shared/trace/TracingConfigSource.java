package io.iamplane.shared.trace;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Switches OpenTelemetry off, unless its driver is chosen: no thread, no exporter and no
 * instrumentation of it lives behind the other drivers.
 *
 * <p>It is a config source because the framework reads that switch when it starts; and because it
 * knows the choice wherever it was made: in a file, in the environment, on the command line.
 */
public final class TracingConfigSource implements ConfigSourceFactory {

  static final String OTEL = "otel";

  private static final String DISABLED = "quarkus.otel.sdk.disabled";

  /** Above all sources that people set: the choice of the driver is the only switch. */
  private static final int ORDINAL = 1_000;

  /** Below all of them, and above the defaults, which include values detected by the build. */
  private static final int DEFAULT_ORDINAL = 50;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    ConfigValue driver = context.getValue(TraceConfig.DRIVER);
    boolean on = driver != null && OTEL.equals(driver.getValue());
    return List.of(
        new PropertiesConfigSource(
            Map.of(DISABLED, Boolean.toString(!on)),
            "OpenTelemetry, by " + TraceConfig.DRIVER,
            on ? DEFAULT_ORDINAL : ORDINAL));
  }
}
