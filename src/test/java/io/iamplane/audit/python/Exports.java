package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Writes exports of a chain that is always the same. Record 3 has a personal value. */
final class Exports {

  static final OrganizationId ORGANIZATION =
      OrganizationId.parse("0191f3a0-7c3e-7b52-8f10-3a5d2c9e4b17").orElseThrow();

  static final String ORIGIN = "iam.example.org/audit/" + ORGANIZATION;
  static final FixedSigner SIGNER = FixedSigner.of("iam.example.org/audit", 1);

  /** A key of the same name that is not trusted. */
  static final FixedSigner STRANGER = FixedSigner.of("iam.example.org/audit", 2);

  static final int RECORDS = 12;
  static final Set<Integer> CHECKPOINTS = Set.of(4, 8, 12);
  static final int PERSONAL = 3;

  private static final byte[] SALT = new byte[32];
  static final String VALUE = "{\"first\":\"Zo\u00eb\",\"years\":[41,1e21,-0.5]}";

  /** By key and text: most tests ask for the same. */
  private static final Map<String, String> NOTES = new ConcurrentHashMap<>();

  static {
    Arrays.fill(SALT, (byte) 0xa5);
  }

  private Exports() {}

  /** Twelve records with checkpoints at 4, 8 and 12. */
  static Export whole() {
    return window(1, RECORDS, CHECKPOINTS);
  }

  /** The records from one to another, with checkpoints at these sizes. */
  static Export window(int from, int size, Set<Integer> checkpoints) {
    List<ObjectNode> lines = new ArrayList<>();
    ObjectNode header = header(from, size);
    lines.add(header);
    byte[] head = ChainHash.genesis(ORGANIZATION);
    CompactRange range = CompactRange.empty();
    for (int seq = 0; seq <= size; seq++) {
      if (seq > 0) {
        byte[] previous = head;
        head = ChainHash.record(previous, canonical(seq));
        range = range.append(MerkleHash.leaf(head));
        if (seq >= from) {
          lines.add(record(seq, previous, head));
        }
      }
      if (seq == from - 1 && from > 1) {
        header.set("prefix", prefix(head, range));
      }
      if (seq >= from - 1 && checkpoints.contains(seq)) {
        ObjectNode line = JsonNodeFactory.instance.objectNode().put("type", "checkpoint");
        lines.add(line.put("note", note(ORIGIN, seq, range.root(), SIGNER)));
      }
    }
    ObjectNode end = JsonNodeFactory.instance.objectNode().put("type", "end");
    end.put("records", size - from + 1).put("head", hex(head));
    lines.add(end.put("root", Export.base64(range.root())));
    return new Export(lines);
  }

  /** The note of the untouched chain's checkpoint at a size. */
  static String note(int size) {
    return note(ORIGIN, size, range(size).root(), SIGNER);
  }

  static String note(String origin, long size, MerkleHash root, FixedSigner signer) {
    String text = new Checkpoint(origin, size, root).text();
    return NOTES.computeIfAbsent(
        signer.vkey() + text, _ -> SignedNote.sign(text, List.of(signer)).toString());
  }

  static CompactRange range(int size) {
    return CompactRange.of(hashes(size).stream().map(MerkleHash::leaf).toList());
  }

  static List<byte[]> hashes(int size) {
    List<byte[]> hashes = new ArrayList<>();
    byte[] head = ChainHash.genesis(ORGANIZATION);
    for (int seq = 1; seq <= size; seq++) {
      head = ChainHash.record(head, canonical(seq));
      hashes.add(head);
    }
    return hashes;
  }

  static String canonical(int seq) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("seq", Integer.toString(seq)).put("organization_id", ORGANIZATION.toString());
    text.put("event_type", "iam.user.updated").put("occurred_at", "2026-01-02T03:04:05.000006Z");
    ObjectNode after = text.putObject("after").put("note", "Gr\u00fc\u00dfe \ud83d\ude00 \"" + seq);
    after.put("limit", seq * 0.1).put("count", seq);
    after.putObject("na/me~").put("sha256", digest());
    after.putArray("list").add("x").addObject().put("sha256", digest());
    return CanonicalJson.of(text.toString());
  }

  private static ObjectNode header(int from, int size) {
    ObjectNode header = JsonNodeFactory.instance.objectNode().put("type", "header");
    header.put("version", 1).put("origin", ORIGIN).put("organization_id", ORGANIZATION.toString());
    header.put("from", from).put("size", size).putArray("keys").add(SIGNER.vkey());
    return header;
  }

  private static ObjectNode prefix(byte[] head, CompactRange range) {
    ObjectNode prefix = JsonNodeFactory.instance.objectNode().put("head", hex(head));
    ArrayNode hashes = prefix.putArray("hashes");
    byte[] encoded = range.encode();
    for (int i = 0; i < encoded.length; i += MerkleHash.BYTES) {
      hashes.add(hex(Arrays.copyOfRange(encoded, i, i + MerkleHash.BYTES)));
    }
    return prefix;
  }

  private static ObjectNode record(int seq, byte[] previous, byte[] hash) {
    ObjectNode record = JsonNodeFactory.instance.objectNode().put("type", "record");
    record.put("seq", seq).put("canonical", canonical(seq));
    record.put("prev_hash", hex(previous)).put("hash", hex(hash));
    if (seq == PERSONAL) {
      ObjectNode personal = record.putObject("personal");
      for (String pointer : List.of("/after/na~1me~0", "/after/list/1")) {
        personal.putObject(pointer).put("salt", hex(SALT)).set("value", Export.parse(VALUE));
      }
    }
    return record;
  }

  private static String digest() {
    return hex(PersonalDigest.of(SALT, CanonicalJson.of(VALUE)));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
