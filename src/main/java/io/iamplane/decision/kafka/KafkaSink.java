package io.iamplane.decision.kafka;

import io.iamplane.decision.kafka.DecisionMessages.Message;
import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.DecisionSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions into a topic, one message each, and waits for the broker's acknowledgement of
 * all of them. After a failure it sends again what was not acknowledged; the broker may have that
 * nevertheless, so that a reader may meet a decision's id twice.
 */
final class KafkaSink implements DecisionSink {

  /** Nothing is on its way any more when the producer is closed. */
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final DecisionMessages messages;
  private final Consumer<List<DecisionCount>> counts;

  /** Of the flush that failed, what the broker has for certain. */
  private final Set<UUID> acknowledged = new HashSet<>();

  private volatile @Nullable Producer<byte[], byte[]> producer;

  private record Sent(Message message, Future<RecordMetadata> outcome) {}

  /**
   * Makes a sink, without a connection.
   *
   * @param producers makes a producer; asked again after a failure, as one may have failed
   *     permanently
   * @param counts takes the counts of what is written, without waiting
   */
  KafkaSink(
      Supplier<Producer<byte[], byte[]>> producers,
      DecisionMessages messages,
      Consumer<List<DecisionCount>> counts) {
    this.producers = producers;
    this.messages = messages;
    this.counts = counts;
  }

  @Override
  public void write(Flush flush) {
    List<Message> due =
        flush.blocks().stream()
            .flatMap(messages::of)
            .filter(message -> !acknowledged.contains(message.id()))
            .toList();
    if (!due.isEmpty()) {
      send(due);
    }
    acknowledged.clear();
    counts.accept(flush.counts());
  }

  private void send(List<Message> due) {
    Producer<byte[], byte[]> present = producer();
    try {
      List<Message> tooLarge = deliver(present, due);
      if (!tooLarge.isEmpty()
          && !deliver(present, tooLarge.stream().map(messages::smaller).toList()).isEmpty()) {
        throw new KafkaException("the topic does not take a decision even without its inputs");
      }
    } catch (RuntimeException e) {
      producer = null;
      present.close(Duration.ZERO);
      throw e;
    }
  }

  /**
   * Sends messages and waits for what comes of them.
   *
   * @return those that the topic does not take because of their size
   */
  private List<Message> deliver(Producer<byte[], byte[]> to, List<Message> due) {
    List<Sent> sent = new ArrayList<>();
    try {
      for (Message message : due) {
        Future<RecordMetadata> outcome = to.send(message.content());
        sent.add(new Sent(message, outcome));
        if (outcome.state() == Future.State.FAILED && !isTooLarge(outcome.exceptionNow())) {
          // No room, or no broker: the next one would wait as long.
          break;
        }
      }
    } finally {
      // All that is sent has come to something then: it is bounded by the delivery timeout.
      to.flush();
    }
    return tooLarge(sent);
  }

  private List<Message> tooLarge(List<Sent> sent) {
    List<Message> tooLarge = new ArrayList<>();
    Throwable failure = null;
    for (Sent each : sent) {
      Throwable cause = failure(each.outcome());
      if (cause == null) {
        acknowledged.add(each.message().id());
      } else if (isTooLarge(cause)) {
        tooLarge.add(each.message());
      } else {
        failure = cause;
      }
    }
    if (failure != null) {
      throw new KafkaException("Kafka: " + failure.getMessage(), failure);
    }
    return tooLarge;
  }

  private static @Nullable Throwable failure(Future<RecordMetadata> outcome) {
    try {
      outcome.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Kafka was waited for", e);
    }
  }

  private static boolean isTooLarge(Throwable cause) {
    return cause instanceof RecordTooLargeException;
  }

  private Producer<byte[], byte[]> producer() {
    Producer<byte[], byte[]> present = producer;
    if (present == null) {
      try {
        present = producers.get();
      } catch (KafkaException e) {
        throw new KafkaException("Kafka: no producer: " + reason(e), e);
      }
      producer = present;
    }
    return present;
  }

  /** Only what is known to hold no secret: other texts quote settings. */
  private static String reason(KafkaException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof ConfigException
        ? String.valueOf(cause.getMessage())
        : cause.getClass().getSimpleName();
  }

  @Override
  public void close() {
    Producer<byte[], byte[]> present = producer;
    producer = null;
    if (present != null) {
      present.close(CLOSE);
    }
  }
}
