package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.tree.MerkleHash;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A rewrite of all hashes meets the checkpoints, as far as they reach. */
class RewrittenExportTest {

  private static final String FORGED = "checkpoint_forged";
  private static final String MISMATCH = "checkpoint_mismatch";
  private static final String TEXT = "Gr\u00fc\u00dfe";

  @TempDir Path folder;

  @BeforeAll
  static void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> checkpoints() {
    return table()
        .broken("header without keys", FORGED, 4, e -> e.header(RewrittenExportTest::noKeys))
        .tests(folder);
  }

  /** The same with the key given, which the export cannot choose. */
  @TestFactory
  List<DynamicTest> checkpointsUnderAGivenKey() {
    Python.assumeSignatures();
    return table()
        .broken("signed by a stranger, who is in the header", FORGED, 4, e -> usurp(e, true))
        .whole("header without keys", 12, e -> e.header(RewrittenExportTest::noKeys))
        .tests(folder, "--key", Exports.SIGNER.vkey());
  }

  /** Rewrites that the page for auditors calls undetectable are not detected. */
  @TestFactory
  List<DynamicTest> whatCannotBeSeen() {
    Set<Integer> early = Set.of(4, 8);
    return new Cases(() -> Exports.window(1, Exports.RECORDS, early))
        .whole("rewritten behind the last checkpoint", 12, e -> reseal(e, 9, TEXT, "Gruss"))
        .whole("cut behind the last checkpoint", 8, RewrittenExportTest::cutAndReseal)
        .whole("rewritten, without checkpoints", 12, RewrittenExportTest::rewriteUnsigned)
        .whole("signed by a stranger, whose key is in the header", 12, e -> usurp(e, true))
        .tests(folder);
  }

  private static Cases table() {
    return new Cases(Exports::whole)
        .whole("untouched", 12, e -> {})
        .whole("without checkpoints", 12, Export::removeCheckpoints)
        .whole("a checkpoint twice", 12, RewrittenExportTest::twice)
        .whole("another's signature beside ours", 12, RewrittenExportTest::cosign)
        .broken("rewritten from 1", MISMATCH, 4, e -> reseal(e, 1, TEXT, "Gruss"))
        .broken("rewritten from 4", MISMATCH, 4, e -> reseal(e, 4, TEXT, "Gruss"))
        .broken("rewritten from 5", MISMATCH, 8, e -> reseal(e, 5, TEXT, "Gruss"))
        .broken("rewritten from 12", MISMATCH, 12, e -> reseal(e, 12, TEXT, "Gruss"))
        .broken("rewritten, hashes of one record only", "link_broken", 6, e -> rehash(e, 5))
        .broken("rewritten, signed by a stranger", FORGED, 4, e -> usurp(e, false))
        .broken("too early", MISMATCH, 7, e -> move(e, 8, e.index("record", 8)))
        .broken("too late", MISMATCH, 9, e -> move(e, 8, e.index("record", 9) + 1))
        .broken("at the head", MISMATCH, 0, e -> move(e, 4, 1))
        .broken("two exchanged", MISMATCH, 4, RewrittenExportTest::exchange)
        .broken("of another log", FORGED, 4, e -> replace(e, "iam.example.org/audit/x", 4, 4))
        .broken("of a later size", MISMATCH, 4, e -> replace(e, Exports.ORIGIN, 9, 9))
        .broken("of an earlier size", MISMATCH, 4, e -> replace(e, Exports.ORIGIN, 3, 3))
        .broken("of another root", MISMATCH, 4, e -> replace(e, Exports.ORIGIN, 4, 3))
        .broken("header of another log", FORGED, 4, e -> e.header(put("origin", "b/audit/x")))
        .broken(
            "another organization", "link_broken", 1, e -> e.header(put("organization_id", "x")))
        .broken("a key's other name", FORGED, 4, e -> edit(e, "\u2014 iam.", "\u2014 iamb."))
        .broken("without signature", FORGED, 4, e -> edit(e, "\n\n.*\n", "\n\n"))
        .broken("without empty line", FORGED, 4, e -> edit(e, "\n\n", "\n"))
        .broken("no last newline", FORGED, 4, e -> edit(e, "\n$", ""))
        .broken("size with a zero", FORGED, 4, e -> edit(e, "\n4\n", "\n04\n"))
        .broken("size no number", FORGED, 4, e -> edit(e, "\n4\n", "\n-4\n"))
        .broken("root too short", FORGED, 4, e -> edit(e, "\n[^\n]*=\n\n", "\nAAAA\n\n"))
        .broken("root no base64", FORGED, 4, e -> edit(e, "\n[^\n]*=\n\n", "\n%\n\n"))
        .broken("no root", FORGED, 4, e -> edit(e, "\n[^\n]*=\n\n", "\n\n"))
        .broken("a tab", FORGED, 4, e -> edit(e, "\n4\n", "\n\t4\n"))
        .broken("a dash of another length", FORGED, 4, e -> edit(e, "\u2014", "\u2013"))
        .broken("two spaces", FORGED, 4, e -> edit(e, "\u2014 ", "\u2014  "))
        .forged("a letter of the root", 4, RewrittenExportTest::otherRoot)
        .forged("a further line", 4, e -> edit(e, "\n\n", "\nmore\n\n"))
        .forged("the signature of another", 4, RewrittenExportTest::borrow)
        .forged("a good and a bad signature", 4, RewrittenExportTest::goodAndBad);
  }

  private static Consumer<ObjectNode> put(String field, String value) {
    return line -> line.put(field, value);
  }

  private static void noKeys(ObjectNode header) {
    header.putArray("keys");
  }

  private static void reseal(Export export, int from, String text, String other) {
    export.rewrite(from, text, other);
    export.reseal();
  }

  private static void rewriteUnsigned(Export export) {
    export.removeCheckpoints();
    reseal(export, 1, TEXT, "Gruss");
  }

  private static void cutAndReseal(Export export) {
    String signed = export.lines().get(export.index("checkpoint", 8));
    export.cutBehind(8);
    export.lines().add(export.lines().size() - 1, signed);
    export.reseal();
  }

  private static void rehash(Export export, int seq) {
    Export all = Exports.whole();
    reseal(all, seq, TEXT, "Gruss");
    String line = all.lines().get(all.index("record", seq));
    export.lines().set(export.index("record", seq), line);
  }

  private static void usurp(Export export, boolean inHeader) {
    reseal(export, 1, TEXT, "Gruss");
    export.sign(Exports.STRANGER);
    if (inHeader) {
      export.header(line -> line.putArray("keys").add(Exports.STRANGER.vkey()));
    }
  }

  private static void move(Export export, int size, int to) {
    int from = export.index("checkpoint", size);
    String line = export.lines().remove(from);
    export.lines().add(to > from ? to - 1 : to, line);
  }

  private static void twice(Export export) {
    int place = export.index("checkpoint", 4);
    export.lines().add(place, export.lines().get(place));
  }

  private static void exchange(Export export) {
    int four = export.index("checkpoint", 4);
    int eight = export.index("checkpoint", 8);
    String line = export.lines().set(eight, export.lines().get(four));
    export.lines().set(four, line);
  }

  private static void replace(Export export, String origin, int size, int rootOf) {
    MerkleHash root = Exports.range(rootOf).root();
    set(export, Exports.note(origin, size, root, Exports.SIGNER));
  }

  private static void cosign(Export export) {
    String other = Exports.note(Exports.ORIGIN, 4, Exports.range(4).root(), Exports.STRANGER);
    set(export, note(export) + signature(other));
  }

  private static void goodAndBad(Export export) {
    set(export, note(export) + signature(Exports.note(8)));
  }

  private static void borrow(Export export) {
    String note = note(export);
    set(export, note.replace(signature(note), signature(Exports.note(8))));
  }

  private static void otherRoot(Export export) {
    String root = Export.base64(Exports.range(4).root());
    set(export, note(export).replace(root, Export.base64(Exports.range(3).root())));
  }

  private static String signature(String note) {
    return note.substring(note.indexOf('\u2014'));
  }

  private static void edit(Export export, String pattern, String replacement) {
    set(export, note(export).replaceFirst(pattern, replacement));
  }

  private static String note(Export export) {
    return Export.parse(export.lines().get(export.index("checkpoint", 4))).get("note").asText();
  }

  private static void set(Export export, String note) {
    export.checkpoint(4, put("note", note));
  }
}
