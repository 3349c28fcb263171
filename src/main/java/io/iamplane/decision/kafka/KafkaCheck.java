package io.iamplane.decision.kafka;

import io.iamplane.decision.log.DecisionLogConfig;
import io.iamplane.decision.log.DecisionLogConfig.SinkName;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** Says which settings of the decision log in Kafka are no good, where it is chosen. */
@Singleton
class KafkaCheck implements StartUpCheck {

  private final DecisionLogConfig log;
  private final Config config;

  KafkaCheck(DecisionLogConfig log, Config config) {
    this.log = log;
    this.config = config;
  }

  @Override
  public List<Finding> findings() {
    return log.sink() == SinkName.KAFKA
        ? new ProducerFindings(ProducerSettings.of(config)).all()
        : List.of();
  }
}
