package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Changes by a writer without the signing key are detected at the first bad place. */
class TamperedExportTest {

  private static final String ALTERED = "record_altered";
  private static final String MISSING = "record_missing";
  private static final String GAP = "sequence_gap";
  private static final String LINK = "link_broken";
  private static final String HEAD = "head_mismatch";
  private static final String TAIL = "tail_truncated";
  private static final String ZEROS = "0".repeat(64);
  private static final String TEXT = "Gr\u00fc\u00dfe";

  @TempDir Path folder;

  @BeforeAll
  static void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> fieldsOfARecord() {
    Cases cases = new Cases(Exports::whole);
    cases.whole("untouched", 12, export -> {});
    for (int seq : new int[] {1, 6, 12}) {
      cases.broken("text of " + seq, ALTERED, seq, e -> e.rewrite(seq, TEXT, "Gruss"));
      cases.broken("hash of " + seq, ALTERED, seq, e -> e.record(seq, put("hash", ZEROS)));
      cases.broken("link of " + seq, LINK, seq, e -> e.record(seq, put("prev_hash", ZEROS)));
      cases.broken("number of " + seq, ALTERED, seq, e -> e.record(seq, put("seq", seq + 20)));
      cases.broken("number 0 at " + seq, ALTERED, seq, e -> e.record(seq, put("seq", 0)));
      String quoted = "\"seq\":\"" + seq + "\"";
      cases.broken(
          "number within " + seq, ALTERED, seq, e -> e.rewrite(seq, quoted, "\"seq\":\"99\""));
      cases.broken(
          "number as number in " + seq,
          ALTERED,
          seq,
          e -> e.rewrite(seq, quoted, "\"seq\":" + seq));
      cases.broken(
          "number absent from " + seq, ALTERED, seq, e -> e.rewrite(seq, "," + quoted + "}", "}"));
      cases.broken(
          "organization within " + seq,
          ALTERED,
          seq,
          e -> e.rewrite(seq, "\"organization_id\":\"0191", "\"organization_id\":\"0192"));
    }
    cases.broken(
        "hash and link exchanged", LINK, 5, e -> e.record(5, TamperedExportTest::exchange));
    cases.broken("texts exchanged", ALTERED, 5, TamperedExportTest::exchangeTexts);
    return cases.tests(folder);
  }

  @TestFactory
  List<DynamicTest> whatStandsWhere() {
    return new Cases(Exports::whole)
        .broken("first removed", MISSING, 1, e -> e.removeRecord(1))
        .broken("middle removed", MISSING, 6, e -> e.removeRecord(6))
        .broken("before a checkpoint removed", MISSING, 8, e -> e.removeRecord(8))
        .broken("last removed", TAIL, 12, e -> e.removeRecord(12))
        .broken("range removed", MISSING, 5, e -> remove(e, 5, 7))
        .broken("all removed", TAIL, 1, e -> e.lines().subList(1, e.lines().size() - 1).clear())
        .broken("neighbours swapped", GAP, 5, e -> e.swapRecords(5, 6))
        .broken("first and last swapped", GAP, 1, e -> e.swapRecords(1, 12))
        .broken("repeated", GAP, 7, e -> e.lines().add(e.index("record", 6), line(e, 6)))
        .broken(
            "first repeated last", GAP, 12, e -> e.lines().add(e.index("record", 12), line(e, 1)))
        .broken("removed and renumbered", ALTERED, 6, TamperedExportTest::renumber)
        .broken("inserted, a later number", GAP, 6, TamperedExportTest::insertAhead)
        .broken("inserted, well linked", GAP, 7, TamperedExportTest::insertLinked)
        .broken("one too many", HEAD, 13, TamperedExportTest::appendOne)
        .tests(folder);
  }

  @TestFactory
  List<DynamicTest> theTailIsCut() {
    return new Cases(Exports::whole)
        .broken("no end", TAIL, 13, e -> e.lines().removeLast())
        .broken(
            "last record and end",
            TAIL,
            12,
            e -> e.lines().subList(e.index("record", 12), 17).clear())
        .broken("header only", TAIL, 1, e -> e.lines().subList(1, 17).clear())
        .broken("records behind 9, end kept", TAIL, 10, e -> e.cutBehind(9))
        .broken("and the header's size", TAIL, 10, e -> cutWithSize(e, 9))
        .broken("header's size above", TAIL, 13, e -> e.header(put("size", 13)))
        .broken("header's size below", HEAD, 12, e -> e.header(put("size", 11)))
        .broken("header's size below, no sign", HEAD, 12, TamperedExportTest::shrinkUnsigned)
        .broken("signed beyond the cut", TAIL, 10, TamperedExportTest::cutUnderCheckpoint)
        .broken("end counts more", TAIL, 13, e -> e.end(put("records", 13)))
        .broken("end counts less", HEAD, 12, e -> e.end(put("records", 11)))
        .broken("end's head", HEAD, 12, e -> e.end(put("head", ZEROS)))
        .broken("end's root", HEAD, 12, e -> e.end(line -> line.put("root", root(5))))
        .brokenBytes("in the midst of a line", TAIL, 10, e -> cut(e, e.index("record", 10), 50))
        .brokenBytes("behind a line, no newline", TAIL, 11, e -> cut(e, e.index("record", 11), 0))
        .brokenBytes("in the midst of the end", TAIL, 13, e -> cut(e, e.index("end", 0) + 1, -9))
        .tests(folder);
  }

  private static Consumer<ObjectNode> put(String field, Object value) {
    return line -> line.set(field, Export.JSON.valueToTree(value));
  }

  private static String root(int size) {
    return Export.base64(Exports.range(size).root());
  }

  private static String line(Export export, long seq) {
    return export.lines().get(export.index("record", seq));
  }

  private static void exchange(ObjectNode line) {
    String hash = line.get("hash").asText();
    line.put("hash", line.get("prev_hash").asText()).put("prev_hash", hash);
  }

  private static void exchangeTexts(Export export) {
    String five = export.record(5).get("canonical").asText();
    String six = export.record(6).get("canonical").asText();
    export.record(5, line -> line.put("canonical", six));
    export.record(6, line -> line.put("canonical", five));
  }

  private static void remove(Export export, int from, int to) {
    for (int seq = from; seq <= to; seq++) {
      export.removeRecord(seq);
    }
  }

  private static void renumber(Export export) {
    export.removeRecord(6);
    for (int seq = 7; seq <= 12; seq++) {
      int less = seq - 1;
      export.record(seq, put("seq", less));
    }
  }

  private static void insertAhead(Export export) {
    export
        .lines()
        .add(export.index("record", 6), line(Exports.window(1, 40, Exports.CHECKPOINTS), 40));
  }

  private static void insertLinked(Export export) {
    export.rewrite(6, TEXT, "Inserted");
    String inserted = line(export, 6);
    Export original = Exports.whole();
    export.lines().set(export.index("record", 6), line(original, 6));
    export.lines().add(export.index("record", 6), inserted);
    export.removeCheckpoints();
    export.reseal();
  }

  private static void appendOne(Export export) {
    export
        .lines()
        .add(export.index("end", 0), line(Exports.window(1, 13, Exports.CHECKPOINTS), 13));
  }

  private static void cutWithSize(Export export, int size) {
    export.cutBehind(size);
    export.header(put("size", size));
  }

  private static void shrinkUnsigned(Export export) {
    export.removeCheckpoints();
    export.header(put("size", 11));
  }

  private static void cutUnderCheckpoint(Export export) {
    String signed = export.lines().get(export.index("checkpoint", 12));
    export.cutBehind(9);
    export.reseal();
    export.lines().add(export.lines().size() - 1, signed);
  }

  /** Up to a line, and so many characters of it, or so many less than of the lines before. */
  private static byte[] cut(Export export, int lines, int more) {
    String before = String.join("\n", export.lines().subList(0, lines));
    int end = more > 0 ? before.length() + 1 + more : before.length() + more;
    return export.text().substring(0, end).getBytes(StandardCharsets.UTF_8);
  }
}
