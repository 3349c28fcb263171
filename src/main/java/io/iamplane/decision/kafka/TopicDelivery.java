package io.iamplane.decision.kafka;

import io.iamplane.decision.kafka.DecisionMessages.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages and waits for their results. A message that the topic refuses for its content is
 * reduced and sent again, until nothing is left to leave out, so that it does not block all others.
 */
final class TopicDelivery {

  private final Producer<byte[], byte[]> to;
  private final DecisionMessages messages;
  private final List<Message> acknowledged = new ArrayList<>();
  private final List<Refused> refused = new ArrayList<>();

  /** A message that the topic takes in no form. */
  record Refused(Message message, Throwable why) {}

  private record Sent(Message message, Future<RecordMetadata> outcome) {

    /** Returns the error; null on success. */
    @Nullable Throwable failure() {
      return switch (outcome.state()) {
        case SUCCESS -> null;
        case FAILED -> outcome.exceptionNow();
        case RUNNING, CANCELLED -> new KafkaException("no answer");
      };
    }
  }

  TopicDelivery(Producer<byte[], byte[]> to, DecisionMessages messages) {
    this.to = to;
    this.messages = messages;
  }

  /** Returns the acknowledged messages, also after a failure. */
  List<Message> acknowledged() {
    return acknowledged;
  }

  /** Returns the messages that the topic refuses in every form. */
  List<Refused> refused() {
    return refused;
  }

  /**
   * Sends all, each until it is acknowledged or refused.
   *
   * @throws RuntimeException when that failed for another reason than a message itself
   */
  void send(List<Message> all) {
    List<Message> due = all;
    while (!due.isEmpty()) {
      due = again(sent(due));
    }
  }

  private List<Sent> sent(List<Message> due) {
    List<Sent> sent = new ArrayList<>();
    try {
      for (Message message : due) {
        Sent next = new Sent(message, to.send(message.content()));
        sent.add(next);
        if (next.outcome().state() == Future.State.FAILED && !isRefusal(next.failure())) {
          // No room, or no broker: the next one would wait as long.
          break;
        }
      }
    } finally {
      flush(sent);
    }
    return sent;
  }

  /** All that is sent comes to something: it is bounded by the delivery timeout. */
  private void flush(List<Sent> sent) {
    try {
      to.flush();
    } finally {
      sent.stream()
          .filter(each -> each.failure() == null)
          .forEach(each -> acknowledged.add(each.message()));
    }
  }

  /** Collects the messages to send again, reduced if refused. */
  private List<Message> again(List<Sent> sent) {
    boolean anyRefused = sent.stream().anyMatch(each -> isRefusal(each.failure()));
    List<Message> again = new ArrayList<>();
    for (Sent each : sent) {
      Throwable failure = each.failure();
      if (failure != null && isRefusal(failure)) {
        Message less = messages.less(each.message(), isTooLarge(failure));
        if (less == null) {
          refused.add(new Refused(each.message(), failure));
        } else {
          again.add(less);
        }
      } else if (anyRefused && isBystander(failure)) {
        again.add(each.message());
      } else if (failure != null) {
        throw new KafkaException("Kafka: " + failure.getMessage(), failure);
      }
    }
    return again;
  }

  /** Returns true if the topic refuses the message itself, so that a retry fails again. */
  private static boolean isRefusal(@Nullable Throwable failure) {
    return isTooLarge(failure)
        || failure instanceof InvalidTimestampException
        || failure instanceof InvalidRecordException;
  }

  private static boolean isTooLarge(@Nullable Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException;
  }

  /** A batch is refused whole; its valid messages fail with exactly this type. */
  private static boolean isBystander(@Nullable Throwable failure) {
    return failure != null && failure.getClass() == KafkaException.class;
  }
}
