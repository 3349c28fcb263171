package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.Rfc6962;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** One file holds a record, its proof and the keys: an auditor reads what it proves. */
class SavedRecordTest {

  private static final Rfc6962 TREE = new Rfc6962(Exports.hashes(12));
  private static final String KEY = Exports.SIGNER.vkey();

  private static final String MISMATCH = "checkpoint_mismatch";

  @TempDir Path folder;

  @BeforeEach
  void signatures() {
    Python.assumeSignatures();
  }

  @Test
  void everyRecordIsProvedAndShown() {
    List<String> arguments = new ArrayList<>(List.of("--key", KEY, "--origin", Exports.ORIGIN));
    for (int seq = 1; seq <= 12; seq++) {
      arguments.add(Cases.write(folder.resolve("record-" + seq), saved(seq).bytes()));
    }
    Python.Run run = Python.verify(arguments);

    assertThat(run.errors()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.verdicts()).hasSize(12).allMatch(Verdict::valid);
    Verdict last = run.verdicts().get(Exports.PERSONAL - 1);
    assertThat(last.seq()).isEqualTo(Exports.PERSONAL);
    assertThat(last.records()).isEqualTo(1);
    assertThat(last.text("origin")).isEqualTo(Exports.ORIGIN);
    assertThat(last.text("root")).isEqualTo(Export.base64(Exports.range(12).root()));
    assertThat(last.head()).isEqualTo(Exports.hex(Exports.hashes(12).get(Exports.PERSONAL - 1)));
    assertThat(last.text("signatures")).isEqualTo("checked");
    assertThat(last.json().get("record"))
        .isEqualTo(Export.parse(Exports.canonical(Exports.PERSONAL)));
    assertThat(last.json().at("/personal/~1after~1list~11")).isEqualTo(Export.parse(Exports.VALUE));
    assertThat(run.verdicts().getFirst().json().has("personal")).isFalse();
  }

  @Test
  void itsOwnKeysProveNothingAboutWhoSigned() {
    Python.Run run = run(saved(5));
    assertThat(run.exit()).isZero();
    assertThat(run.errors()).contains("own keys prove nothing about who signed");

    assertThat(run(saved(5), "--key", Exports.STRANGER.vkey()).only().cause())
        .isEqualTo("checkpoint_forged");
    Export keyless = saved(5);
    keyless.header(line -> line.putArray("keys"));
    assertThat(run(keyless).only().cause()).isEqualTo("checkpoint_forged");
  }

  @Test
  void withoutTheLibraryNothingIsProved() throws IOException {
    Path library = Files.createDirectories(folder.resolve("path/cryptography"));
    Files.writeString(library.resolve("__init__.py"), "raise ImportError()\n");
    String file = Cases.write(folder.resolve("record"), saved(5).bytes());
    Python.Run run =
        Python.verify(List.of(file), Map.of("PYTHONPATH", library.getParent().toString()));

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.only().error()).contains("the Python package 'cryptography' is missing");
    assertThat(run.only().json().has("record")).isFalse();
  }

  @TestFactory
  List<DynamicTest> anythingElseIsBroken() {
    Cases cases = new Cases(() -> saved(Exports.PERSONAL));
    cases
        .broken("another text", "record_altered", 3, file -> file.rewrite(3, "Gr", "gr"))
        .broken("another text and its hash", MISMATCH, 3, SavedRecordTest::forge)
        .broken("an earlier record", "sequence_gap", 3, file -> put(file, 2))
        .broken("a later record", "record_missing", 3, file -> put(file, 4))
        .broken(
            "another personal value",
            "record_altered",
            3,
            file ->
                file.record(
                    3,
                    line ->
                        ((ObjectNode) line.at("/personal/~1after~1list~11")).put("value", "no")))
        .broken(
            "another log",
            "checkpoint_forged",
            3,
            file -> file.header(line -> line.put("origin", "a/audit/b")))
        .broken(
            "another organization",
            "record_altered",
            3,
            file -> file.header(line -> line.put("organization_id", "b")))
        .broken("no record", "tail_truncated", 3, file -> file.lines().removeLast())
        .brokenBytes(
            "a cut record",
            "tail_truncated",
            3,
            file -> Arrays.copyOf(file.bytes(), file.bytes().length - 9))
        .whole(
            "without the personal value",
            1,
            file -> file.record(3, line -> line.remove("personal")));
    return cases.tests(folder, "--key", KEY);
  }

  @TestFactory
  List<DynamicTest> anythingElseIsRefused() {
    Cases cases = new Cases(() -> saved(Exports.PERSONAL));
    cases
        .refused(
            "two records",
            "nothing may follow the record",
            file -> file.lines().add(file.lines().getLast()))
        .refused(
            "no record but an end",
            "a record follows its proof",
            file -> file.lines().set(1, Exports.whole().lines().getLast()))
        .refused(
            "more fields",
            "the field 'more' is unknown",
            file -> file.header(line -> line.put("more", 1)))
        .refused(
            "no proof",
            "the field 'proof' is missing",
            file -> file.header(line -> line.remove("proof")))
        .refused(
            "a proof of numbers",
            "'proof' is not text",
            file -> file.header(line -> line.put("proof", 1)))
        .refused(
            "another text",
            "not a c2sp.org/tlog-proof@v1",
            file -> file.header(line -> line.put("proof", "x")))
        .refused(
            "a later version",
            "only version 1",
            file -> file.header(line -> line.put("version", 2)));
    return cases.tests(folder, "--key", KEY);
  }

  @Test
  void aBitOfAnyByte() {
    byte[] file = saved(Exports.PERSONAL).bytes();
    int check = saved(Exports.PERSONAL).text().indexOf(",\"check\"");
    int end = saved(Exports.PERSONAL).text().indexOf('\n');
    Cases cases = new Cases(Exports::whole);
    for (int i = 0; i < file.length; i++) {
      // The line for people is not read.
      if (i < check || i >= end) {
        byte[] other = file.clone();
        other[i] ^= (byte) (1 << (i % 8));
        cases.seen("byte " + i, other);
      }
    }

    cases.check(folder, "--key", KEY);
  }

  @Test
  void anAnchorOfItsSizeIsCompared() {
    assertThat(anchored(Exports.note(12)).exit()).isZero();
    String other = Exports.note(Exports.ORIGIN, 12, Exports.range(11).root(), Exports.SIGNER);
    assertThat(anchored(other).only().cause()).isEqualTo("anchor_mismatch");
    assertThat(anchored(Exports.note(8)).only().error())
        .isEqualTo("the anchor of size 8 is not the proof's");
    String stranger = Exports.note(Exports.ORIGIN, 12, Exports.range(12).root(), Exports.STRANGER);
    assertThat(anchored(stranger).only().cause()).isEqualTo("checkpoint_forged");
  }

  @Test
  void theLogMayBeNamed() {
    assertThat(run(saved(5), "--key", KEY, "--origin", "b/audit/x").only().cause())
        .isEqualTo("checkpoint_forged");
  }

  private Python.Run anchored(String note) {
    byte[] anchor = note.getBytes(StandardCharsets.UTF_8);
    return run(saved(5), "--key", KEY, "--checkpoint", Cases.write(folder.resolve("note"), anchor));
  }

  /** Changes the text, and computes its hash again. */
  private static void forge(Export file) {
    file.rewrite(3, "Gr", "gr");
    byte[] previous = Exports.hashes(12).get(1);
    file.record(
        3,
        line ->
            line.put(
                "hash", Exports.hex(ChainHash.record(previous, line.get("canonical").asText()))));
  }

  /** Puts another record behind the proof. */
  private static void put(Export file, int seq) {
    file.lines().set(1, saved(seq).lines().getLast());
  }

  private Python.Run run(Export file, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(Cases.write(folder.resolve("record"), file.bytes()));
    return Python.verify(arguments);
  }

  /** A file as the panel saves it: a line about the log, with the proof, and the record's line. */
  private static Export saved(int seq) {
    ObjectNode header = JsonNodeFactory.instance.objectNode().put("type", "proof");
    header.put("version", 1).put("origin", Exports.ORIGIN);
    header.put("organization_id", Exports.ORGANIZATION.toString()).putArray("keys").add(KEY);
    SignedNote note = SignedNote.parse(Exports.note(12).getBytes(StandardCharsets.UTF_8));
    header.put("proof", new TlogProof(seq - 1, TREE.path(seq - 1, 12), note).toString());
    header.put("check", "python3 verify_export.py record-" + seq + ".jsonl");
    return new Export(List.of(header, Exports.whole().record(seq)));
  }
}
