package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.log.DecisionLogConfig.Durability;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Chooses where decisions are written to. */
class SinkProducer {

  @Produces
  @Singleton
  DecisionSink sink(DecisionLogConfig config, DecisionLogStore store, Transactions transactions) {
    return switch (config.sink()) {
      case POSTGRES ->
          new PostgresSink(store, transactions, config.durability() == Durability.DURABLE);
      case DISCARDING -> new DiscardingSink();
    };
  }

  /** Writes nothing: for installations without a log, and to measure the cost of one. */
  private static final class DiscardingSink implements DecisionSink {

    @Override
    public void write(Flush flush) {}

    @Override
    public boolean isKept() {
      return false;
    }
  }
}
