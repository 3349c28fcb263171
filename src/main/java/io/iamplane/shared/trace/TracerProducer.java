package io.iamplane.shared.trace;

import io.iamplane.shared.Ticker;
import io.opentelemetry.api.OpenTelemetry;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * The tracers that come with the service, by the name that {@code iam.tracing.driver} calls them,
 * and the choice of one. Another driver is another {@link Identifier}; a {@link Tracer} bean
 * without one replaces the choice.
 */
final class TracerProducer {

  /** Under this key of the log's context the filters keep the present request's correlation id. */
  static final String CORRELATION_ID = "correlation_id";

  TracerProducer() {}

  @Produces
  @Singleton
  @Identifier("null")
  static Tracer nothing() {
    return NullTracer.INSTANCE;
  }

  @Produces
  @Singleton
  @Identifier("log")
  static Tracer log(Ticker ticker) {
    return new LogTracer(
        ticker,
        () -> ThreadLocalRandom.current().nextLong(),
        TracerProducer::correlationId,
        Logger.getLogger("iam.trace")::info);
  }

  @Produces
  @Singleton
  @Identifier(TracingConfigSource.OTEL)
  static Tracer otel(OpenTelemetry telemetry) {
    return new OtelTracer(telemetry);
  }

  @Produces
  @Singleton
  @DefaultBean
  static Tracer chosen(TraceConfig config, @Any Instance<Tracer> drivers) {
    Instance<Tracer> driver = drivers.select(Identifier.Literal.of(config.driver()));
    if (driver.isUnsatisfied()) {
      throw new ConfigurationException(
          TraceConfig.DRIVER
              + ": there is no driver "
              + config.driver()
              + "; set it to one of "
              + String.join(", ", names(drivers)));
    }
    return driver.get();
  }

  /** Makes the choice at the start, so that an unknown driver stops it in every profile. */
  static void choose(@Observes StartupEvent event, Tracer tracer) {
    Logger.getLogger(TracerProducer.class).debugf("sending spans to %s", tracer);
  }

  private static @Nullable String correlationId() {
    Object id = MDC.get(CORRELATION_ID);
    return id == null ? null : id.toString();
  }

  private static Set<String> names(Instance<Tracer> drivers) {
    Set<String> names = new TreeSet<>();
    for (Instance.Handle<Tracer> handle : drivers.handles()) {
      for (Annotation qualifier : handle.getBean().getQualifiers()) {
        if (qualifier instanceof Identifier identifier) {
          names.add(identifier.value());
        }
      }
    }
    return names;
  }
}
