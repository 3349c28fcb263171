package io.iamplane.audit.python;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/** An export's lines, open to tampering. Records are found by their seq. */
final class Export {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final HexFormat HEX = HexFormat.of();

  private final List<String> lines = new ArrayList<>();

  Export(List<ObjectNode> lines) {
    lines.forEach(line -> this.lines.add(line.toString()));
  }

  Export copy() {
    Export copy = new Export(List.of());
    copy.lines.addAll(lines);
    return copy;
  }

  List<String> lines() {
    return lines;
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  byte[] bytes() {
    return text().getBytes(StandardCharsets.UTF_8);
  }

  static ObjectNode parse(String line) {
    try {
      return (ObjectNode) JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }

  /** The place of the record's line, or of a checkpoint's by its size, or of the only such line. */
  int index(String type, long number) {
    for (int i = 0; i < lines.size(); i++) {
      ObjectNode line = parse(lines.get(i));
      if (line.get("type").asText().equals(type) && number(line, number) == number) {
        return i;
      }
    }
    throw new AssertionError("no " + type + " " + number);
  }

  private static long number(ObjectNode line, long otherwise) {
    return switch (line.get("type").asText()) {
      case "record" -> line.get("seq").asLong();
      case "checkpoint" -> Long.parseLong(line.get("note").asText().split("\n")[1]);
      default -> otherwise;
    };
  }

  ObjectNode record(long seq) {
    return parse(lines.get(index("record", seq)));
  }

  void header(Consumer<ObjectNode> change) {
    change(0, change);
  }

  void record(long seq, Consumer<ObjectNode> change) {
    change(index("record", seq), change);
  }

  void checkpoint(long size, Consumer<ObjectNode> change) {
    change(index("checkpoint", size), change);
  }

  void end(Consumer<ObjectNode> change) {
    change(index("end", 0), change);
  }

  void change(int index, Consumer<ObjectNode> change) {
    ObjectNode line = parse(lines.get(index));
    change.accept(line);
    lines.set(index, line.toString());
  }

  void removeRecord(long seq) {
    lines.remove(index("record", seq));
  }

  void removeCheckpoint(long size) {
    lines.remove(index("checkpoint", size));
  }

  void removeCheckpoints() {
    lines.removeIf(line -> parse(line).get("type").asText().equals("checkpoint"));
  }

  void swapRecords(long one, long other) {
    Collections.swap(lines, index("record", one), index("record", other));
  }

  /** Drops all lines after a record, except the end line. */
  void cutBehind(long seq) {
    lines.subList(index("record", seq) + 1, lines.size() - 1).clear();
  }

  /** Changes the canonical text of a record and nothing else. */
  void rewrite(long seq, String from, String to) {
    record(
        seq,
        line -> {
          String canonical = line.get("canonical").asText();
          if (!canonical.contains(from)) {
            throw new AssertionError(from + " is not in " + canonical);
          }
          line.put("canonical", canonical.replace(from, to));
        });
  }

  /**
   * Recomputes links, hashes and the end, from the genesis on, in the order of the lines, as the
   * database's owner can.
   */
  void reseal() {
    byte[] head = ChainHash.genesis(Exports.ORGANIZATION);
    CompactRange range = CompactRange.empty();
    for (int i = 1; i < lines.size(); i++) {
      ObjectNode line = parse(lines.get(i));
      if (line.get("type").asText().equals("record")) {
        line.put("prev_hash", HEX.formatHex(head));
        head = ChainHash.record(head, line.get("canonical").asText());
        line.put("hash", HEX.formatHex(head));
        range = range.append(MerkleHash.leaf(head));
        lines.set(i, line.toString());
      }
    }
    String last = HEX.formatHex(head);
    CompactRange all = range;
    end(line -> line.put("records", all.size()).put("head", last).put("root", base64(all.root())));
    header(line -> line.put("size", all.size()));
  }

  /** Signs the checkpoints again, over the roots that the records have now. */
  void sign(FixedSigner signer) {
    CompactRange range = CompactRange.empty();
    for (int i = 1; i < lines.size(); i++) {
      ObjectNode line = parse(lines.get(i));
      String type = line.get("type").asText();
      if (type.equals("record")) {
        range = range.append(MerkleHash.leaf(HEX.parseHex(line.get("hash").asText())));
      } else if (type.equals("checkpoint")) {
        line.put("note", Exports.note(Exports.ORIGIN, range.size(), range.root(), signer));
        lines.set(i, line.toString());
      }
    }
  }

  static String base64(MerkleHash hash) {
    return Base64.getEncoder().encodeToString(hash.bytes());
  }
}
