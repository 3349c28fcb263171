package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The container's choice; it needs no database, but the application does. */
@QuarkusTest
class TracerChoiceDbTest {

  @Inject Tracer tracer;
  @Inject @Any Instance<Tracer> drivers;

  @Test
  void nothingIsTracedByDefault() {
    assertThat(tracer).isSameAs(NullTracer.INSTANCE);
  }

  @Test
  void theNameChoosesTheDriver() {
    assertThat(TracerProducer.chosen(() -> "null", drivers)).isSameAs(NullTracer.INSTANCE);
    assertThat(TracerProducer.chosen(() -> "log", drivers)).isInstanceOf(LogTracer.class);
    assertThat(TracerProducer.chosen(() -> "otel", drivers)).isInstanceOf(OtelTracer.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OTEL", "LOG", "nothing", ""})
  void anUnknownDriverIsRefusedInOneLineThatNamesTheSetting(String driver) {
    assertThatThrownBy(() -> TracerProducer.chosen(() -> driver, drivers))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "iam.tracing.driver: there is no driver "
                + driver
                + "; set it to one of log, null, otel");
  }
}
