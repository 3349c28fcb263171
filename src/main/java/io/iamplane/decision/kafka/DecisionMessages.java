package io.iamplane.decision.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.log.RecordLines;
import io.iamplane.decision.log.RecordLines.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Makes messages: one for each decision, with its tenant as the key. */
final class DecisionMessages {

  /** The form of the value; another one has another name. */
  static final String SCHEMA = "iam.decision.v1";

  private static final String ID = "id";
  private static final String BLOCK = "block";
  private static final byte[] SCHEMA_BYTES = SCHEMA.getBytes(US_ASCII);
  private static final byte[] JSON = "application/json".getBytes(US_ASCII);

  /** The inputs of conditions: the only members of a record that a caller can make large. */
  private static final List<String> INPUTS =
      List.of("context", "subject_properties", "action_properties", "resource_properties");

  private final ObjectMapper mapper = new ObjectMapper();
  private final String topic;

  DecisionMessages(String topic) {
    this.topic = topic;
  }

  /**
   * A message.
   *
   * @param line the source record
   * @param complete true if it has the record's inputs
   */
  record Message(Line line, ProducerRecord<byte[], byte[]> content, boolean complete) {

    UUID id() {
      return line.id();
    }
  }

  /** The messages of records, in their order. */
  Stream<Message> of(RecordLines records) {
    byte[] tenant = records.organization().toString().getBytes(US_ASCII);
    byte[] block = records.id().toString().getBytes(US_ASCII);
    return records.lines().stream().map(line -> message(tenant, block, line));
  }

  private Message message(byte[] tenant, byte[] block, Line line) {
    ProducerRecord<byte[], byte[]> content =
        new ProducerRecord<>(
            topic, null, RecordIds.millis(line.id()), tenant, value(tenant, line.text()));
    Headers headers = content.headers();
    headers.add(ID, line.id().toString().getBytes(US_ASCII));
    headers.add(BLOCK, block);
    headers.add("schema", SCHEMA_BYTES);
    headers.add("content-type", JSON);
    return new Message(line, content, true);
  }

  /** Adds the tenant to the record, since a store of values may lack the keys. */
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

  /**
   * Reduces a message that the topic refuses.
   *
   * @param tooLarge true if the topic refuses it for its size
   * @return null when there is nothing left to leave out
   */
  @Nullable Message less(Message refused, boolean tooLarge) {
    ProducerRecord<byte[], byte[]> content = refused.content();
    Long timestamp = content.timestamp();
    if (timestamp != null && (!tooLarge || !refused.complete())) {
      // A topic may refuse times that are long ago; without one the producer's own is sent.
      return new Message(
          refused.line(), record(content, null, content.value()), refused.complete());
    }
    return refused.complete()
        ? new Message(
            refused.line(), record(content, timestamp, withoutInputs(content.value())), false)
        : null;
  }

  private ProducerRecord<byte[], byte[]> record(
      ProducerRecord<byte[], byte[]> of, @Nullable Long timestamp, byte[] value) {
    return new ProducerRecord<>(topic, null, timestamp, of.key(), value, of.headers());
  }

  private byte[] withoutInputs(byte[] value) {
    try {
      ObjectNode record = (ObjectNode) mapper.readTree(value);
      record.remove(INPUTS);
      record.put("inputs", "omitted");
      return mapper.writeValueAsBytes(record);
    } catch (IOException e) {
      throw new UncheckedIOException("a record is not the JSON that was written", e);
    }
  }
}
