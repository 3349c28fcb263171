package io.iamplane.decision.kafka;

import static java.util.Map.entry;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.eclipse.microprofile.config.Config;

/**
 * The producer's configuration: defaults, overridden by the installation's settings, overridden by
 * fixed settings that the log requires.
 *
 * @param given the installation's settings, by Kafka's names
 */
record ProducerSettings(Map<String, String> given) {

  /** Names of all sources in one spelling: variables of the environment have only underscores. */
  private static final String SPELLED = KafkaLogConfig.PREFIX.replace('-', '.') + ".";

  private static final String TOPIC = "topic";

  /** Acknowledged by all in-sync replicas, and written once despite retries. */
  private static final Map<String, Object> FIXED =
      Map.ofEntries(
          entry(ProducerConfig.ACKS_CONFIG, "all"),
          entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true"),
          // No management beans, and nothing that the broker asks to be measured.
          entry(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, ""),
          entry(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false"));

  /** Limits, in milliseconds, for a flush to an unavailable broker, as for a database. */
  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          entry(CommonClientConfigs.CLIENT_ID_CONFIG, "iam-decision-log"),
          entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000"),
          entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000"),
          entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "15000"),
          entry(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, "2000"),
          entry(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, "5000"),
          entry(ProducerConfig.BATCH_SIZE_CONFIG, "131072"),
          // Of the JDK, and therefore of native images too.
          entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip"),
          entry(ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, "1"));

  /** Settings that the service decides, or that would break its guarantees. */
  static final Set<String> RESERVED =
      Set.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
          ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
          CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
          CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG);

  /** The settings of an installation, wherever they come from. */
  static ProducerSettings of(Config config) {
    Map<String, String> given = new TreeMap<>();
    for (String name : config.getPropertyNames()) {
      String spelled = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ".");
      if (spelled.startsWith(SPELLED)) {
        String setting = spelled.substring(SPELLED.length());
        config
            .getOptionalValue(KafkaLogConfig.PREFIX + "." + setting, String.class)
            .ifPresent(value -> given.put(setting, value));
      }
    }
    given.remove(TOPIC);
    return new ProducerSettings(given);
  }

  /** The name of one as the installation writes it. */
  static String property(String name) {
    return KafkaLogConfig.PREFIX + "." + name;
  }

  /** Everything that the producer is made with. */
  Map<String, Object> complete() {
    Map<String, Object> all = new HashMap<>(DEFAULTS);
    all.putAll(given);
    all.putAll(FIXED);
    return all;
  }

  /** The value of one; empty when it is Kafka's own default. */
  String value(String name) {
    return complete().getOrDefault(name, "").toString().strip();
  }
}
