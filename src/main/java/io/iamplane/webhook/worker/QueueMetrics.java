package io.iamplane.webhook.worker;

import io.iamplane.webhook.send.SendResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;

@Singleton
class QueueMetrics {

  private final Map<SendResult.Outcome, Counter> attempts = new EnumMap<>(SendResult.Outcome.class);

  QueueMetrics(MeterRegistry registry) {
    for (SendResult.Outcome outcome : SendResult.Outcome.values()) {
      attempts.put(
          outcome,
          Counter.builder("iam_webhook_attempts")
              .description("Requests to webhooks by outcome")
              .tag("outcome", outcome.wire())
              .register(registry));
    }
  }

  void attempt(SendResult.Outcome outcome) {
    Counter counter = attempts.get(outcome);
    if (counter != null) {
      counter.increment();
    }
  }
}
