package io.iamplane.decision.kafka;

import io.iamplane.shared.StartUpCheck.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Errors in the producer's settings, found without a connection. No value is ever shown. */
record ProducerFindings(ProducerSettings settings) {

  private static final String BROKERS = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
  private static final String PROTOCOL = CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;
  private static final String COMPRESSION = ProducerConfig.COMPRESSION_TYPE_CONFIG;
  private static final String HOST_CHECK = SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG;

  private static final String SEE = "see the producer settings in Kafka's documentation";

  /** The libraries of the others are not part of the artifact. */
  private static final Set<String> COMPRESSIONS = Set.of("none", "gzip", "lz4");

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    addNames(findings);
    addValues(findings);
    addBrokers(findings);
    addSafety(findings);
    new ReferenceFindings(settings).addTo(findings);
    if (findings.isEmpty()) {
      addContradictions(findings);
    }
    return findings;
  }

  private void addNames(List<Finding> findings) {
    for (String name : settings.given().keySet()) {
      if (ProducerSettings.RESERVED.contains(name)) {
        findings.add(severe(name, "is set by the service itself", "remove it"));
      } else if (!ProducerConfig.configNames().contains(name)) {
        findings.add(severe(name, "is no setting of Kafka's producer", SEE));
      }
    }
  }

  private void addValues(List<Finding> findings) {
    Map<String, ConfigDef.ConfigKey> known = ProducerConfig.configDef().configKeys();
    Set<String> wrong =
        ProducerConfig.configDef().validate(settings.given()).stream()
            .filter(value -> !value.errorMessages().isEmpty())
            .map(value -> value.name())
            .filter(name -> settings.given().containsKey(name))
            .filter(name -> !ProducerSettings.RESERVED.contains(name))
            .collect(Collectors.toSet());
    for (String name : wrong) {
      ConfigDef.ConfigKey key = known.get(name);
      String type = key == null ? "" : " of type " + key.type().name().toLowerCase(Locale.ROOT);
      findings.add(severe(name, "is not a valid value" + type, SEE));
    }
    if (!wrong.contains(COMPRESSION) && !COMPRESSIONS.contains(settings.value(COMPRESSION))) {
      findings.add(
          severe(COMPRESSION, "has no library in this service", "set it to gzip, lz4 or none"));
    }
  }

  private void addBrokers(List<Finding> findings) {
    Brokers brokers = Brokers.of(settings.value(BROKERS));
    if (brokers.isEmpty()) {
      findings.add(
          severe(
              BROKERS,
              "names no broker of Kafka",
              "set it (or IAM_DECISION_LOG_KAFKA_BOOTSTRAP_SERVERS) to HOST:PORT[,HOST:PORT]"));
    } else if (!Brokers.isEncrypted(settings.value(PROTOCOL)) && !brokers.isLoopback()) {
      findings.add(
          severe(
              PROTOCOL, "sends decisions over a network without TLS", "set it to SSL or SASL_SSL"));
    }
  }

  private void addSafety(List<Finding> findings) {
    if (settings.given().containsKey(HOST_CHECK) && settings.value(HOST_CHECK).isEmpty()) {
      findings.add(severe(HOST_CHECK, "accepts a broker of any name", "remove it"));
    }
    if (!settings.value(PROTOCOL).toUpperCase(Locale.ROOT).startsWith("SASL_")) {
      return;
    }
    if (settings.value(SaslConfigs.SASL_JAAS_CONFIG).isEmpty()) {
      findings.add(
          severe(
              SaslConfigs.SASL_JAAS_CONFIG,
              "is not set, and the protocol is SASL",
              "set it to the login module with its options"));
    } else if (!isLogin()) {
      findings.add(
          severe(
              SaslConfigs.SASL_JAAS_CONFIG,
              "cannot be read",
              "write MODULE required NAME=\"VALUE\" ...; with the semicolon at its end"));
    }
  }

  private boolean isLogin() {
    try {
      Object login = value(SaslConfigs.SASL_JAAS_CONFIG, ConfigDef.Type.PASSWORD);
      JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, login));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private Object value(String name, ConfigDef.Type type) {
    return ConfigDef.parseType(name, settings.value(name), type);
  }

  /** Values that are valid and do not go together. */
  private void addContradictions(List<Finding> findings) {
    Map<String, Object> all = settings.complete();
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    try {
      ProducerConfig config = new ProducerConfig(all);
      long least =
          config.getLong(ProducerConfig.LINGER_MS_CONFIG)
              + config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
      if (config.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) < least) {
        findings.add(
            severe(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                "is shorter than linger.ms and request.timeout.ms together",
                "set at least " + least));
      }
    } catch (ConfigException e) {
      findings.add(Finding.severe(KafkaLogConfig.PREFIX, "Kafka says: " + e.getMessage(), SEE));
    }
  }

  static Finding severe(String name, String problem, String remedy) {
    return Finding.severe(ProducerSettings.property(name), problem, remedy);
  }
}
