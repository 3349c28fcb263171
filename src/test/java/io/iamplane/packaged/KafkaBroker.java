package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A broker of Kafka in a process of its own, which can be killed and restarted on its files. The
 * build resolves its class path, apart from that of the tests.
 */
public final class KafkaBroker implements AutoCloseable {

  static final String TOPIC = "iam.decisions";

  private static final Path CLASS_PATH = PackagedApp.TARGET.resolve("kafka-broker.classpath");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PARTITIONS = 3;

  private final Path folder;
  private final int port = PackagedApp.freePort();
  private final Path settings;
  private Process process;

  /** Starts with an empty folder. */
  public KafkaBroker(Path folder) {
    this.folder = folder;
    this.settings = folder.resolve("server.properties");
    try {
      Path data = Files.createDirectory(folder.resolve("data"));
      write(settings, settings(data, PackagedApp.freePort()));
      // What its command to format a folder writes.
      write(
          data.resolve("meta.properties"),
          Map.of("version", "1", "cluster.id", "4L6g3nShT-eMCtK--X86sw", "node.id", "1"));
      this.process = started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> settings(Path data, int controller) {
    String listener = "PLAINTEXT://127.0.0.1:" + port;
    Map<String, String> all = new HashMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("listeners", listener + ",CONTROLLER://127.0.0.1:" + controller);
    all.put("advertised.listeners", listener);
    all.put("controller.listener.names", "CONTROLLER");
    all.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
    all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    all.put("log.dirs", data.toString());
    all.put("num.partitions", Integer.toString(PARTITIONS));
    // After a kill it is let in again when its last session has ended.
    all.put("broker.session.timeout.ms", "1500");
    all.put("broker.heartbeat.interval.ms", "300");
    all.put("offsets.topic.replication.factor", "1");
    return all;
  }

  private static void write(Path file, Map<String, String> properties) throws IOException {
    Files.writeString(
        file,
        properties.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue() + "\n")
            .collect(Collectors.joining()));
  }

  private Process started() throws IOException {
    Process broker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Files.readString(CLASS_PATH).strip(),
                "kafka.Kafka",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("broker.out").toFile())
            .start();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          if (!broker.isAlive()) {
            throw new IllegalStateException(Files.readString(folder.resolve("broker.out")));
          }
          return listens();
        });
    return broker;
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The settings of a service that writes here. */
  Map<String, String> environment() {
    return Map.of(
        "IAM_DECISION_LOG_SINK", "kafka", "IAM_DECISION_LOG_KAFKA_BOOTSTRAP_SERVERS", address());
  }

  /** The address for clients. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Makes a topic of one partition with settings of its own. */
  public void make(String topic, Map<String, String> settings) {
    Map<String, Object> client = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address());
    try (Admin admin = Admin.create(client)) {
      admin
          .createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(settings)))
          .all()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    }
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** After a kill. */
  void restart() {
    try {
      process = started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All messages of the topic. */
  List<ConsumerRecord<String, String>> messages() {
    return messages(TOPIC);
  }

  /** All messages of a topic. */
  public List<ConsumerRecord<String, String>> messages(String topic) {
    Map<String, Object> consumer =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            address(),
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false);
    try (KafkaConsumer<String, String> reader =
        new KafkaConsumer<>(consumer, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          reader.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      reader.assign(partitions);
      reader.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
      List<ConsumerRecord<String, String>> all = new ArrayList<>();
      while (ends.entrySet().stream()
          .anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
        reader.poll(Duration.ofMillis(200)).forEach(all::add);
      }
      return all;
    }
  }

  @Override
  public void close() {
    kill();
  }
}
