package io.iamplane.decision.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.RecordIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** What is sent: a message for each decision, with its tenant as the key. */
final class DecisionMessages {

  /** The form of the value; another one has another name. */
  static final String SCHEMA = "iam.decision.v1";

  private static final String ID = "id";
  private static final String BLOCK = "block";
  private static final byte[] SCHEMA_BYTES = SCHEMA.getBytes(US_ASCII);
  private static final byte[] JSON = "application/json".getBytes(US_ASCII);

  /** A record begins with its id. */
  private static final int ID_FROM = "{\"id\":\"".length();

  private static final int ID_LENGTH = 36;

  /** What conditions read: all of a record that a caller can make large. */
  private static final List<String> INPUTS =
      List.of("context", "subject_properties", "action_properties", "resource_properties");

  private final ObjectMapper mapper = new ObjectMapper();
  private final String topic;

  DecisionMessages(String topic) {
    this.topic = topic;
  }

  /** A message, and the decision that it is about. */
  record Message(UUID id, ProducerRecord<byte[], byte[]> content) {}

  /** The messages of a block, in its order. */
  Stream<Message> of(Block block) {
    byte[] tenant = block.organization().toString().getBytes(US_ASCII);
    byte[] blockId = block.id().toString().getBytes(US_ASCII);
    return BlockLines.of(block.body()).stream().map(line -> message(tenant, blockId, line));
  }

  private Message message(byte[] tenant, byte[] block, byte[] line) {
    UUID id = UUID.fromString(new String(line, ID_FROM, ID_LENGTH, US_ASCII));
    ProducerRecord<byte[], byte[]> content =
        new ProducerRecord<>(topic, null, RecordIds.millis(id), tenant, value(tenant, line));
    Headers headers = content.headers();
    headers.add(ID, id.toString().getBytes(US_ASCII));
    headers.add(BLOCK, block);
    headers.add("schema", SCHEMA_BYTES);
    headers.add("content-type", JSON);
    return new Message(id, content);
  }

  /** The record with its tenant: who stores values may not have the keys. */
  private static byte[] value(byte[] tenant, byte[] line) {
    byte[] start = "{\"organization_id\":\"".getBytes(US_ASCII);
    byte[] end = "\",".getBytes(US_ASCII);
    byte[] value = new byte[start.length + tenant.length + end.length + line.length - 1];
    System.arraycopy(start, 0, value, 0, start.length);
    System.arraycopy(tenant, 0, value, start.length, tenant.length);
    int at = start.length + tenant.length;
    System.arraycopy(end, 0, value, at, end.length);
    System.arraycopy(line, 1, value, at + end.length, line.length - 1);
    return value;
  }

  /** The same message without inputs, for a topic that does not take it as it is. */
  Message smaller(Message large) {
    ProducerRecord<byte[], byte[]> content = large.content();
    try {
      ObjectNode value = (ObjectNode) mapper.readTree(content.value());
      value.remove(INPUTS);
      value.put("inputs", "omitted");
      return new Message(
          large.id(),
          new ProducerRecord<>(
              topic,
              null,
              content.timestamp(),
              content.key(),
              mapper.writeValueAsBytes(value),
              content.headers()));
    } catch (IOException e) {
      throw new UncheckedIOException("a record is not the JSON that was written", e);
    }
  }
}
