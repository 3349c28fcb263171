package io.iamplane.decision.kafka;

import io.iamplane.decision.log.DecisionLogConfig;
import io.iamplane.decision.log.DecisionLogConfig.Durability;
import io.iamplane.decision.log.DecisionMeters;
import io.iamplane.decision.log.DecisionSink;
import io.iamplane.decision.log.LaterCounts;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.Config;

/** Makes the sink where it is chosen. */
class KafkaSinkProducer {

  @Produces
  @Singleton
  @Identifier(DecisionSink.KAFKA)
  DecisionSink sink(
      KafkaLogConfig config,
      DecisionLogConfig log,
      Config all,
      LaterCounts counts,
      DecisionMeters meters) {
    ProducerSettings settings = ProducerSettings.of(all);
    return new KafkaSink(
        () ->
            new KafkaProducer<>(
                settings.complete(), new ByteArraySerializer(), new ByteArraySerializer()),
        new DecisionMessages(config.topic()),
        counts::add,
        meters::countRefused,
        log.durability() == Durability.DURABLE);
  }
}
