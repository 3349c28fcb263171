package io.iamplane.decision.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Kafka's own settings of the producer, from all sources. */
class ProducerSettingsTest {

  private static SmallRyeConfig config(
      Map<String, String> properties, Map<String, String> environment) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withMapping(KafkaLogConfig.class)
        .withSources(
            new PropertiesConfigSource(properties, "properties", 100),
            new EnvConfigSource(environment, 300))
        .build();
  }

  @Test
  void aPropertyIsPassedOn() {
    Map<String, String> properties =
        Map.of(
            "iam.decision-log.kafka.bootstrap.servers", "one:9092",
            "iam.decision-log.kafka.topic", "decisions");
    SmallRyeConfig config = config(properties, Map.of());

    assertThat(ProducerSettings.of(config).given()).containsOnly(Map.entry(BROKERS, "one:9092"));
    assertThat(config.getConfigMapping(KafkaLogConfig.class).topic()).isEqualTo("decisions");
  }

  private static final String BROKERS = "bootstrap.servers";

  @Test
  void aVariableIsPassedOnAndWins() {
    Map<String, String> environment =
        Map.of(
            "IAM_DECISION_LOG_KAFKA_BOOTSTRAP_SERVERS", "two:9092",
            "IAM_DECISION_LOG_KAFKA_SASL_JAAS_CONFIG", "login",
            "IAM_DECISION_LOG_KAFKA_TOPIC", "decisions",
            "IAM_DECISION_LOG_SINK", "kafka");
    Map<String, String> properties = Map.of("iam.decision-log.kafka.bootstrap.servers", "one:9092");

    assertThat(ProducerSettings.of(config(Map.of(), environment)).given())
        .containsOnly(Map.entry(BROKERS, "two:9092"), Map.entry("sasl.jaas.config", "login"));
    assertThat(ProducerSettings.of(config(properties, environment)).given())
        .containsEntry(BROKERS, "two:9092");
  }

  @Test
  void withoutSettingsThereAreDefaults() {
    SmallRyeConfig config = config(Map.of(), Map.of());

    assertThat(ProducerSettings.of(config).given()).isEmpty();
    assertThat(config.getConfigMapping(KafkaLogConfig.class).topic()).isEqualTo("iam.decisions");
  }

  @Test
  void whatIsGivenStandsAboveDefaultsAndBelowWhatTheLogNeeds() {
    ProducerSettings settings =
        new ProducerSettings(Map.of("acks", "0", "compression.type", "lz4", "linger.ms", "1"));

    assertThat(settings.complete())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", "true")
        .containsEntry("compression.type", "lz4")
        .containsEntry("linger.ms", "1")
        .containsEntry("delivery.timeout.ms", "15000")
        .containsEntry("max.block.ms", "5000");
  }
}
