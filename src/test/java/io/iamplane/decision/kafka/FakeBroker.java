package io.iamplane.decision.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Keeps the messages of producers, and fails once if a test asks for it. */
final class FakeBroker {

  private final List<ProducerRecord<byte[], byte[]>> messages = new ArrayList<>();
  private final CompletableFuture<RecordMetadata> written =
      CompletableFuture.completedFuture(
          new RecordMetadata(new TopicPartition("decisions", 0), 0, 0, 0, 0, 0));
  private @Nullable KafkaException construction;
  private @Nullable RuntimeException failure;
  private @Nullable RuntimeException objection;
  private Predicate<ProducerRecord<byte[], byte[]>> objectionable = _ -> false;
  private Runnable making = () -> {};
  private int breaking = -1;
  private boolean keeps;
  private boolean atOnce;
  private int failing = -1;
  private int tried;
  private int producers;
  private int closed;

  /** The message of an index is not written. */
  void refuse(int index, RuntimeException with) {
    failing = tried + index;
    failure = with;
  }

  /** The message of an index is not taken because of its size. */
  void limit(int index, RuntimeException with) {
    refuse(index, with);
    atOnce = true;
  }

  /** The message of an index is written, and its acknowledgement does not come. */
  void loseAnswer(int index) {
    refuse(index, new KafkaException("lost"));
    keeps = true;
  }

  /** Never writes messages of a kind, nor messages sent together with them. */
  void never(Predicate<ProducerRecord<byte[], byte[]>> kind, RuntimeException with) {
    objectionable = kind;
    objection = with;
  }

  /** The message of an index is not even sent, and those before it are written. */
  void breakAt(int index) {
    breaking = tried + index;
  }

  /** No message finds room. */
  void block(RuntimeException with) {
    limit(0, with);
  }

  /** No producer can be made, or one can again. */
  void fail(@Nullable KafkaException with) {
    construction = with;
  }

  /** Something happens while a producer is made. */
  void whileMaking(Runnable event) {
    making = event;
  }

  List<ProducerRecord<byte[], byte[]>> messages() {
    return messages;
  }

  int tried() {
    return tried;
  }

  int producers() {
    return producers;
  }

  int closed() {
    return closed;
  }

  Producer<byte[], byte[]> producer() {
    if (construction != null) {
      throw construction;
    }
    producers++;
    making.run();
    return new Sending();
  }

  private final class Sending extends MockProducer<byte[], byte[]> {

    private final List<Runnable> later = new ArrayList<>();
    private final Map<ProducerRecord<byte[], byte[]>, CompletableFuture<RecordMetadata>> batch =
        new LinkedHashMap<>();

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message) {
      if (tried == breaking) {
        breaking = -1;
        throw new InterruptException("broken");
      }
      if (objection != null) {
        CompletableFuture<RecordMetadata> outcome = new CompletableFuture<>();
        batch.put(message, outcome);
        return outcome;
      }
      RuntimeException refusal = tried++ == failing ? failure : null;
      if (refusal == null || keeps) {
        messages.add(message);
      }
      if (refusal == null) {
        return written;
      }
      keeps = false;
      CompletableFuture<RecordMetadata> outcome = new CompletableFuture<>();
      if (atOnce) {
        outcome.completeExceptionally(refusal);
      } else {
        later.add(() -> outcome.completeExceptionally(refusal));
      }
      return outcome;
    }

    @Override
    public void flush() {
      later.forEach(Runnable::run);
      later.clear();
      boolean whole = batch.keySet().stream().noneMatch(objectionable);
      batch.forEach((message, outcome) -> {
        if (whole) {
          messages.add(message);
          outcome.complete(null);
        } else {
          // As the client answers: only one of the batch is why.
          outcome.completeExceptionally(
              objectionable.test(message) ? objection : new KafkaException("part of a batch"));
        }
      });
      batch.clear();
    }

    @Override
    public void close(Duration timeout) {
      closed++;
    }
  }
}
