package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java and Python compute the results of vectors that neither of them wrote. */
class VectorsTest {

  private static final Path FILE = Path.of("src/test/resources/audit/vectors/chain.json");
  private static final HexFormat HEX = HexFormat.of();
  private static final JsonNode VECTORS = vectors();

  @TempDir Path folder;

  @Test
  void pythonAgrees() {
    Python.Run run = Python.verify(List.of("--self-test", FILE.toString()));

    assertThat(run.exit()).as(run.errors()).isZero();
    assertThat(run.only().valid()).isTrue();
    assertThat(run.only().json().get("records").asInt()).isEqualTo(20);
  }

  @Test
  void pythonNoticesEachVectorThatIsWrong() throws IOException {
    Python.assumePresent();
    Map<String, String> changes =
        Map.of(
            "\"5e-324\"",
            "self_test number",
            "Euro Sign",
            "self_test canonical",
            "Zo\u00eb",
            "self_test personal",
            text("genesis").substring(0, 16),
            "self_test genesis",
            VECTORS.get("records").get(19).get("hash").asText().substring(0, 20),
            "self_test hash",
            VECTORS.get("roots").get(13).asText().substring(0, 20),
            "self_test root");
    for (Map.Entry<String, String> change : changes.entrySet()) {
      String wrong = "1".repeat(change.getKey().length() - 1) + "2";
      String quoted = change.getKey().startsWith("\"") ? "\"1e-324\"" : wrong;
      String file = Files.readString(FILE).replaceFirst(change.getKey(), quoted);
      String path = Files.writeString(folder.resolve("wrong.json"), file).toString();
      Python.Run run = Python.verify(List.of("--self-test", path));

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.only().cause()).isEqualTo(change.getValue());
    }
  }

  @Test
  void numbersAreWrittenAsEcmaScriptDoes() {
    for (JsonNode vector : VECTORS.get("numbers")) {
      double number = Double.longBitsToDouble(bits(vector));
      assertThat(CanonicalJson.of("[" + number + "]")).isEqualTo("[" + text(vector, "text") + "]");
    }
  }

  @Test
  void textsAreCanonical() {
    for (JsonNode vector : VECTORS.get("canonical")) {
      assertThat(CanonicalJson.of(text(vector, "json"))).isEqualTo(text(vector, "canonical"));
    }
    for (JsonNode vector : VECTORS.get("records")) {
      String canonical = text(vector, "canonical");
      assertThat(CanonicalJson.of(canonical)).isEqualTo(canonical);
    }
  }

  @Test
  void personalValuesHaveTheirDigests() {
    for (JsonNode vector : VECTORS.get("personal")) {
      String list = CanonicalJson.of("[" + vector.get("value") + "]");
      String value = list.substring(1, list.length() - 1);
      byte[] digest = PersonalDigest.of(HEX.parseHex(text(vector, "salt")), value);
      assertThat(HEX.formatHex(digest)).isEqualTo(text(vector, "sha256"));
    }
  }

  @Test
  void chainAndTreeAgree() {
    byte[] head = ChainHash.genesis(OrganizationId.parse(text("organization_id")).orElseThrow());
    assertThat(HEX.formatHex(head)).isEqualTo(text("genesis"));
    CompactRange range = CompactRange.empty();
    assertThat(Export.base64(range.root())).isEqualTo(VECTORS.get("roots").get(0).asText());
    for (JsonNode vector : VECTORS.get("records")) {
      assertThat(text(vector, "prev_hash")).isEqualTo(HEX.formatHex(head));
      head = ChainHash.record(head, text(vector, "canonical"));
      assertThat(text(vector, "hash")).isEqualTo(HEX.formatHex(head));
      range = range.append(MerkleHash.leaf(head));
      String root = VECTORS.get("roots").get((int) range.size()).asText();
      assertThat(Export.base64(range.root())).isEqualTo(root);
    }
    assertThat(range.size()).isEqualTo(20);
  }

  @Test
  void theCheckpointIsSignedToTheByte() {
    FixedSigner signer = FixedSigner.ofSeed("iam.example.org/audit", HEX.parseHex(text("seed")));
    assertThat(signer.vkey()).isEqualTo(text("key"));
    Checkpoint checkpoint =
        Checkpoint.open(note(text("checkpoint")), text("origin"), List.of(key()));
    assertThat(checkpoint.size()).isEqualTo(20);
    assertThat(Export.base64(checkpoint.root())).isEqualTo(VECTORS.get("roots").get(20).asText());
    assertThat(Exports.note(text("origin"), 20, checkpoint.root(), signer))
        .isEqualTo(text("checkpoint"));
  }

  @Test
  void theProofsHold() {
    for (JsonNode vector : VECTORS.get("proofs")) {
      TlogProof proof = TlogProof.parse(text(vector, "file").getBytes(StandardCharsets.UTF_8));
      MerkleHash leaf = MerkleHash.leaf(HEX.parseHex(text(vector, "record_hash")));
      assertThat(proof.verify(leaf, text("origin"), List.of(key())).size()).isPositive();
      assertThat(proof.toString()).isEqualTo(text(vector, "file"));
    }
  }

  private static long bits(JsonNode number) {
    return Long.parseUnsignedLong(text(number, "ieee754"), 16);
  }

  private static NoteVerifier key() {
    return NoteVerifier.parse(text("key"));
  }

  private static SignedNote note(String text) {
    return SignedNote.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(String field) {
    return text(VECTORS, field);
  }

  private static String text(JsonNode vector, String field) {
    return vector.get(field).asText();
  }

  private static JsonNode vectors() {
    try {
      return Export.JSON.readTree(Files.readString(FILE));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
