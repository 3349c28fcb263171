package io.iamplane.decision.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.LoggedLines;
import io.iamplane.decision.log.RecordLines.Line;
import io.iamplane.packaged.KafkaBroker;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals by topics of a real broker delay no other decision; also the throughput of a topic. */
@Tag("stress")
class KafkaTopicIT {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final int AT_ONCE = 16_384;

  @TempDir static Path folder;

  private static KafkaBroker broker;

  private final OrganizationId tenant = OrganizationId.next();
  private final List<DecisionCount> counted = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();

  @BeforeAll
  static void startBroker() {
    broker = new KafkaBroker(folder);
  }

  @AfterAll
  static void endBroker() {
    broker.close();
  }

  private KafkaSink sink(String topic, String setting, String value) {
    ProducerSettings settings =
        new ProducerSettings(Map.of("bootstrap.servers", broker.address(), setting, value));
    return new KafkaSink(
        () ->
            new KafkaProducer<>(
                settings.complete(), new ByteArraySerializer(), new ByteArraySerializer()),
        new DecisionMessages(topic),
        counted::addAll,
        refused::addAndGet,
        false);
  }

  private static UUID past(Duration before) {
    UUID now = UuidV7.next();
    return new UUID(
        now.getMostSignificantBits() - (before.toMillis() << 16), now.getLeastSignificantBits());
  }

  private static List<String> ids(String topic) {
    return broker.messages(topic).stream().map(KafkaTopicIT::id).toList();
  }

  private static String id(ConsumerRecord<String, String> message) {
    return new String(message.headers().lastHeader("id").value(), StandardCharsets.UTF_8);
  }

  @Test
  void whatIsTooLongAgoForATopicIsWrittenWithoutItsTime() {
    broker.make("recent", Map.of("message.timestamp.before.max.ms", "" + HOUR.toMillis()));
    // Of one partition, and so of one batch: the broker refuses it whole.
    List<UUID> ids = List.of(past(HOUR.multipliedBy(2)), UuidV7.next(), UuidV7.next());
    LoggedLines decisions = LoggedLines.of(tenant, ids, Map.of("shift", "late"));

    try (KafkaSink sink = sink("recent", "linger.ms", "100")) {
      sink.write(decisions.flush());
    }

    assertThat(ids("recent"))
        .containsExactlyInAnyOrderElementsOf(ids.stream().map(UUID::toString).toList());
    assertThat(broker.messages("recent"))
        .allSatisfy(message -> assertThat(message.value()).contains("\"inputs\":\"complete\""));
    assertThat(counted).containsExactlyInAnyOrderElementsOf(decisions.flush().counts());
    assertThat(refused).hasValue(0);
  }

  @Test
  void whatIsTooLargeForATopicIsWrittenWithoutItsInputsOrCounted() {
    broker.make("small", Map.of("max.message.bytes", "1000"));
    broker.make("tiny", Map.of("max.message.bytes", "200"));
    String noise =
        String.join(
            "", IntStream.range(0, 40).mapToObj(_ -> UUID.randomUUID().toString()).toList());
    Flush flush = LoggedLines.of(tenant, 3, Map.of("noise", noise)).flush();

    // A batch that a topic does not take is split into batches of this size.
    try (KafkaSink small = sink("small", "batch.size", "0");
        KafkaSink tiny = sink("tiny", "batch.size", "0")) {
      small.write(flush);
      tiny.write(flush);
    }

    assertThat(broker.messages("small"))
        .hasSize(3)
        .allSatisfy(message -> assertThat(message.value()).contains("\"inputs\":\"omitted\""));
    assertThat(ids("tiny")).isEmpty();
    DecisionCount count = flush.counts().getFirst();
    assertThat(counted).containsExactly(count, count.unlogged());
    assertThat(refused).hasValue(3);
  }

  @Test
  void figures() {
    for (String compression : List.of("gzip", "lz4")) {
      String topic = "figures-" + compression;
      broker.make(topic, Map.of());
      try (KafkaSink sink = sink(topic, "compression.type", compression)) {
        printLarge(sink, compression);
        printSmall(sink, compression);
      }
    }
  }

  private void printLarge(KafkaSink sink, String compression) {
    double[] rates = new double[12];
    long cpu = 0;
    int bytes = 0;
    for (int i = -6; i < rates.length; i++) {
      Flush flush = LoggedLines.of(tenant, AT_ONCE, Map.of("shift", "late")).flush();
      bytes = flush.lines().getFirst().lines().stream().map(Line::text).findAny().get().length;
      long cpuBefore = processorNanos();
      long began = System.nanoTime();
      sink.write(flush);
      if (i >= 0) {
        rates[i] = AT_ONCE * 1e9 / (System.nanoTime() - began);
        cpu += processorNanos() - cpuBefore;
      }
    }
    Arrays.sort(rates);
    System.out.printf(
        "%s: flushes of %d decisions of %d bytes: %.0f a second (%.0f to %.0f), %.1f us of the processor each%n",
        compression,
        AT_ONCE,
        bytes,
        rates[rates.length / 2],
        rates[0],
        rates[rates.length - 1],
        cpu / 1e3 / AT_ONCE / rates.length);
  }

  private void printSmall(KafkaSink sink, String compression) {
    double[] millis = new double[1_000];
    for (int i = -200; i < millis.length; i++) {
      Flush flush = LoggedLines.of(tenant, 1, Map.of("shift", "late")).flush();
      long began = System.nanoTime();
      sink.write(flush);
      if (i >= 0) {
        millis[i] = (System.nanoTime() - began) / 1e6;
      }
    }
    Arrays.sort(millis);
    System.out.printf(
        "%s: a flush of one decision: p50 %.1f ms, p99 %.1f ms%n",
        compression, millis[millis.length / 2], millis[millis.length * 99 / 100]);
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }
}
