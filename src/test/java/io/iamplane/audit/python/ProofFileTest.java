package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.Rfc6962;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proof says that one record is in the log, without the log. */
class ProofFileTest {

  private static final List<byte[]> HASHES = Exports.hashes(12);
  private static final Rfc6962 TREE = new Rfc6962(HASHES);
  private static final String KEY = Exports.SIGNER.vkey();

  @TempDir Path folder;

  @BeforeEach
  void signatures() {
    Python.assumeSignatures();
  }

  @Test
  void everyRecordOfEverySizeIsProved() {
    List<String> arguments = new ArrayList<>(List.of("--key", KEY, "--origin", Exports.ORIGIN));
    for (int size = 1; size <= 12; size++) {
      for (int index = 0; index < size; index++) {
        add(arguments, index + "-" + size, proof(index, size), HASHES.get(index));
      }
    }
    Python.Run run = Python.verify(arguments);

    assertThat(run.exit()).as(run.errors()).isZero();
    assertThat(run.verdicts()).hasSize(78).allMatch(Verdict::valid);
    assertThat(run.verdicts().getLast().seq()).isEqualTo(12);
    assertThat(run.verdicts().getLast().text("origin")).isEqualTo(Exports.ORIGIN);
    assertThat(run.verdicts().getLast().json().get("size").asInt()).isEqualTo(12);
    assertThat(run.verdicts().getLast().text("signatures")).isEqualTo("checked");
  }

  @Test
  void whatIsNotProvedIsBroken() {
    String proof = proof(6, 12);
    List<String> arguments = new ArrayList<>(List.of("--key", KEY));
    add(arguments, "another record", proof, HASHES.get(7));
    add(arguments, "another index", proof.replace("index 6", "index 7"), HASHES.get(6));
    add(arguments, "beyond the size", proof.replace("index 6", "index 12"), HASHES.get(6));
    add(arguments, "a hash less", proof.replaceFirst("(index 6\n)[^\n]+\n", "$1"), HASHES.get(6));
    add(
        arguments,
        "a hash more",
        proof.replaceFirst("(index 6\n)([^\n]+\n)", "$1$2$2"),
        HASHES.get(6));
    add(arguments, "no hash", proof.replaceFirst("(?s)(index 6\n).*?\n\n", "$1\n"), HASHES.get(6));
    add(arguments, "the leaf's hash, not the record's", proof, TREE.leaf(6).bytes());
    List<Verdict> verdicts = Python.verify(arguments).verdicts();

    assertThat(verdicts).hasSize(7);
    assertThat(verdicts).allSatisfy(verdict -> assertBroken(verdict, "checkpoint_mismatch"));
  }

  @Test
  void aProofWhoseCheckpointIsNotTrustedIsForged() {
    List<String> stranger = new ArrayList<>(List.of("--key", Exports.STRANGER.vkey()));
    add(stranger, "key", proof(6, 12), HASHES.get(6));
    List<String> borrowed = new ArrayList<>(List.of("--key", KEY));
    add(borrowed, "size", proof(6, 12).replace("\n12\n", "\n11\n"), HASHES.get(6));
    List<String> origin = new ArrayList<>(List.of("--key", KEY, "--origin", "b/audit/x"));
    add(origin, "origin", proof(6, 12), HASHES.get(6));

    for (List<String> arguments : List.of(stranger, borrowed, origin)) {
      assertBroken(Python.verify(arguments).only(), "checkpoint_forged");
    }
  }

  @Test
  void aFileThatIsNoProofIsRefused() {
    String proof = proof(6, 12);
    List<String> arguments = new ArrayList<>(List.of("--key", KEY));
    List<String> files =
        List.of(
            "",
            "x\n\n" + proof,
            proof.replace("@v1", "@v2"),
            proof.replace("index", "Index"),
            proof.replace("index 6", "index 06"),
            proof.replace("index 6", "index 6\nAAAA"),
            proof.replace("index 6", "index 6\n%"),
            proof.replace("index 6", "extra %\nindex 6"),
            proof.replace("index 6\n", "index 6\n" + "AAAA\n".repeat(64)),
            proof.replace("\u2014", "-"),
            proof.strip());
    for (int i = 0; i < files.size(); i++) {
      add(arguments, "refused" + i, files.get(i), HASHES.get(6));
    }
    Python.Run run = Python.verify(arguments);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.verdicts()).hasSize(files.size());
    assertThat(run.verdicts()).allSatisfy(verdict -> assertThat(verdict.exit()).isEqualTo(2));
  }

  @Test
  void extraDataIsPassedOver() {
    List<String> arguments = new ArrayList<>(List.of("--key", KEY));
    add(arguments, "extra", proof(6, 12).replace("index", "extra AAAA\nindex"), HASHES.get(6));

    assertThat(Python.verify(arguments).exit()).isZero();
  }

  private void add(List<String> arguments, String name, String proof, byte[] hash) {
    Path path = folder.resolve(name);
    arguments.addAll(List.of("--proof", Cases.write(path, proof.getBytes(StandardCharsets.UTF_8))));
    arguments.addAll(List.of("--record-hash", Exports.hex(hash)));
  }

  private static String proof(int index, int size) {
    SignedNote note = SignedNote.parse(Exports.note(size).getBytes(StandardCharsets.UTF_8));
    return new TlogProof(index, TREE.path(index, size), note).toString();
  }

  private static void assertBroken(Verdict verdict, String cause) {
    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(cause);
    assertThat(verdict.exit()).isEqualTo(1);
    assertThat(verdict.valid()).isFalse();
  }
}
