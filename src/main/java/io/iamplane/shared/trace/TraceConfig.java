package io.iamplane.shared.trace;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of tracing. */
@ConfigMapping(prefix = "iam.tracing")
interface TraceConfig {

  String DRIVER = "iam.tracing.driver";

  /**
   * Destination of spans: {@code null} drops them, {@code log} writes a line for each, {@code otel}
   * has OpenTelemetry export them.
   */
  @WithDefault("null")
  String driver();
}
