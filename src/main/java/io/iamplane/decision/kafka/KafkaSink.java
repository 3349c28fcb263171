package io.iamplane.decision.kafka;

import io.iamplane.decision.kafka.DecisionMessages.Message;
import io.iamplane.decision.kafka.TopicDelivery.Refused;
import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.DecisionSink;
import io.iamplane.decision.log.DecisionsRefused;
import io.iamplane.shared.Hashes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions into a topic, one message each, and waits for the broker to acknowledge all of
 * them. After a failure it sends messages again if they were not acknowledged or their record has
 * changed. The broker may have the first version as well, so that a reader may receive a decision's
 * id twice.
 */
final class KafkaSink implements DecisionSink {

  private static final Logger LOG = Logger.getLogger(KafkaSink.class);

  /** Nothing is on its way any more when the producer is closed. */
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final DecisionMessages messages;
  private final Consumer<List<DecisionCount>> counts;
  private final IntConsumer meter;
  private final boolean withdraws;

  /** The hashes of acknowledged records of a failed flush. */
  private final Map<UUID, ByteBuffer> acknowledged = new HashMap<>();

  /**
   * The decisions of the present flush that the topic refuses in every form, and the log knows of.
   */
  private final Set<UUID> known = new HashSet<>();

  private volatile @Nullable Producer<byte[], byte[]> producer;
  private volatile boolean closed;

  /** The number of flushes with refused decisions. */
  private int refusals;

  /**
   * Makes a sink, without a connection.
   *
   * @param producers makes a producer; called again after a failure, since a producer may fail
   *     permanently
   * @param counts receives the counts of written decisions, without waiting
   * @param meter receives the number of refused decisions
   * @param withdraws true if answers wait for their records, so that an answer without one is
   *     withdrawn
   */
  KafkaSink(
      Supplier<Producer<byte[], byte[]>> producers,
      DecisionMessages messages,
      Consumer<List<DecisionCount>> counts,
      IntConsumer meter,
      boolean withdraws) {
    this.producers = producers;
    this.messages = messages;
    this.counts = counts;
    this.meter = meter;
    this.withdraws = withdraws;
  }

  @Override
  public Form form() {
    return Form.LINES;
  }

  @Override
  public boolean count(DecisionCount unlogged) {
    counts.accept(List.of(unlogged));
    return true;
  }

  @Override
  public void write(Flush flush) {
    List<Message> due =
        flush.lines().stream()
            .flatMap(messages::of)
            .filter(message -> !isAcknowledged(message))
            .toList();
    List<Refused> refused = due.isEmpty() ? List.of() : send(due);
    if (withdraws) {
      requireKnown(refused);
    }
    acknowledged.clear();
    known.clear();
    if (!refused.isEmpty()) {
      state(refused);
    }
    counts.accept(
        RefusedCounts.within(
            flush.counts(), refused.stream().map(each -> each.message().line().count()).toList()));
  }

  /** Its request has no answer before its other records say so, too. */
  private void requireKnown(List<Refused> refused) {
    Set<UUID> ids =
        refused.stream().map(each -> each.message().id()).collect(Collectors.toUnmodifiableSet());
    if (known.addAll(ids)) {
      throw new DecisionsRefused(ids);
    }
  }

  private void state(List<Refused> refused) {
    meter.accept(refused.size());
    if (refusals++ % 100 == 0) {
      LOG.errorf(
          "the topic refuses %d decisions, which are counted only (of %d flushes so far): %s",
          refused.size(), refusals, refused.getLast().why().getMessage());
    }
  }

  /**
   * Sends messages.
   *
   * @return the messages that the topic refuses
   */
  private List<Refused> send(List<Message> due) {
    Producer<byte[], byte[]> present = producer();
    due.forEach(each -> acknowledged.remove(each.id()));
    TopicDelivery delivery = new TopicDelivery(present, messages);
    try {
      delivery.send(due);
      if (withdraws && !delivery.refused().isEmpty()) {
        keepAcknowledged(delivery);
      }
      return delivery.refused();
    } catch (RuntimeException | Error e) {
      keepAcknowledged(delivery);
      producer = null;
      present.close(Duration.ZERO);
      throw e;
    }
  }

  private void keepAcknowledged(TopicDelivery delivery) {
    delivery.acknowledged().forEach(each -> acknowledged.put(each.id(), hash(each)));
  }

  private boolean isAcknowledged(Message message) {
    ByteBuffer hash = acknowledged.get(message.id());
    return hash != null && hash.equals(hash(message));
  }

  /** Hashes the record, which changes if its answer is withdrawn in the meantime. */
  private static ByteBuffer hash(Message message) {
    return ByteBuffer.wrap(Hashes.sha256(message.line().text()));
  }

  private Producer<byte[], byte[]> producer() {
    Producer<byte[], byte[]> present = producer;
    if (present == null && !closed) {
      try {
        present = producers.get();
      } catch (KafkaException e) {
        throw new KafkaException("Kafka: no producer: " + reason(e), e);
      }
      producer = present;
    }
    // Also when it was closed while the producer was made, which has seen none then.
    if (present == null || closed) {
      close();
      throw new IllegalStateException("the log in Kafka has ended");
    }
    return present;
  }

  /** Returns a text without secrets: other messages of Kafka quote settings. */
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
    closed = true;
    Producer<byte[], byte[]> present = producer;
    producer = null;
    if (present != null) {
      present.close(CLOSE);
    }
  }
}
