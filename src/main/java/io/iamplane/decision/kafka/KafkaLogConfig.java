package io.iamplane.decision.kafka;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import jakarta.validation.constraints.Pattern;
import java.util.Map;

/** Settings of the decision log in Kafka. */
@ConfigMapping(prefix = KafkaLogConfig.PREFIX)
public interface KafkaLogConfig {

  /** The prefix of the settings' names. */
  String PREFIX = "iam.decision-log.kafka";

  /** The topic that decisions are written to: a name that Kafka allows. */
  @WithDefault("iam.decisions")
  @Pattern(
      regexp = "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}",
      message = "must be 1 to 249 of a-z, A-Z, 0-9, '.', '_' and '-', and not '.' or '..'")
  String topic();

  /**
   * Settings of Kafka's producer under their own names, such as {@code bootstrap.servers}. {@link
   * ProducerSettings} reads them, since variables of the environment are not among these.
   */
  @WithParentName
  Map<String, String> settings();
}
