package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A malformed export is refused with its line, and without a verdict about a chain. */
class MalformedExportTest {

  @TempDir Path folder;

  @BeforeEach
  void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> lines() {
    return new Cases(Exports::whole)
        .refusedBytes("empty file", "line 1: an export begins", e -> new byte[0])
        .refusedBytes("a newline", "line 1: ", e -> new byte[] {'\n'})
        .refusedBytes("half a header", "line 1: ", e -> text(e.text().substring(0, 40)))
        .refusedBytes("byte order mark", "line 1: ", e -> text("\ufeff" + e.text()))
        .refusedBytes(
            "not UTF-8", "line 2: 'utf-8'", e -> e.text().getBytes(StandardCharsets.ISO_8859_1))
        .refusedBytes("UTF-16", "line 1: ", e -> e.text().getBytes(StandardCharsets.UTF_16))
        .refused("empty line", "line 3: ", e -> e.lines().add(2, ""))
        .refused("no JSON", "line 3: ", e -> e.lines().set(2, "record"))
        .refused("two objects in a line", "line 3: ", line(text -> text + text))
        .refused("a list", "line 3: not an object with a type", e -> e.lines().set(2, "[]"))
        .refused("a number", "line 3: not an object with a type", e -> e.lines().set(2, "1"))
        .refused("null", "line 3: not an object with a type", e -> e.lines().set(2, "null"))
        .refused("no type", "line 3: not an object with a type", change(2, l -> l.remove("type")))
        .refused("type null", "line 3: not an object with", change(2, l -> l.putNull("type")))
        .refused(
            "another type", "line 3: the type 'x' is unknown", change(2, l -> l.put("type", "x")))
        .refused(
            "header twice", "line 2: the type 'header'", e -> e.lines().add(1, e.lines().get(0)))
        .refused("no header", "line 1: an export begins", e -> e.lines().removeFirst())
        .refused(
            "end twice", "line 18: nothing may follow", e -> e.lines().add(e.lines().getLast()))
        .refused("blank behind the end", "line 18: ", e -> e.lines().add(""))
        .refusedBytes("half a line behind the end", "nothing may follow", e -> text(e.text() + "{"))
        .refused(
            "name twice",
            "line 3: a name stands twice",
            line(t -> t.replace("\"seq\"", "\"seq\":2,\"seq\"")))
        .refused("NaN", "line 3: NaN is not JSON", line(t -> t.replace("\"seq\":2", "\"seq\":NaN")))
        .refused("half a pair", "line 3: ", line(t -> t.replace("Gr\u00fc", "\\ud800")))
        .refused("a tab within", "line 3: ", line(t -> t.replace("Gr\u00fc", "\t")))
        .refused(
            "10000 digits",
            "line 3: ",
            line(t -> t.replace("\"seq\":2", "\"seq\":" + "9".repeat(10_000))))
        .tests(folder);
  }

  @TestFactory
  List<DynamicTest> fields() {
    Cases cases = new Cases(Exports::whole);
    for (int index : new int[] {0, 2, 5, 16}) {
      ObjectNode line = Export.parse(Exports.whole().lines().get(index));
      String at = "line " + (index + 1) + ": ";
      cases.refused(
          at + "more", at + "the field 'more' is unknown", change(index, l -> l.put("more", 1)));
      line.fieldNames().forEachRemaining(name -> absent(cases, index, name));
    }
    cases
        .refused("version 2", "only version 1", change(0, l -> l.put("version", 2)))
        .refused("version true", "only version 1", change(0, l -> l.put("version", true)))
        .refused("version 1.0", "only version 1", change(0, l -> l.put("version", 1.0)))
        .refused("from 0", "'from' is not an integer from 1", change(0, l -> l.put("from", 0)))
        .refused("from text", "'from' is not an integer", change(0, l -> l.put("from", "1")))
        .refused("from true", "'from' is not an integer", change(0, l -> l.put("from", true)))
        .refused("size -1", "'size' is not an integer from 0", change(0, l -> l.put("size", -1)))
        .refused("size 2^63", "'size' is not", change(0, l -> l.put("size", 9.3e18)))
        .refused("prefix null", "a prefix stands where", change(0, l -> l.putNull("prefix")))
        .refused("origin empty", "'origin' is not text", change(0, l -> l.put("origin", "")))
        .refused(
            "organization 1",
            "'organization_id' is not",
            change(0, l -> l.put("organization_id", 1)))
        .refused("seq text", "line 3: 'seq' is not an integer", change(2, l -> l.put("seq", "2")))
        .refused("seq -1", "line 3: 'seq' is not an integer", change(2, l -> l.put("seq", -1)))
        .refused("seq 2.0", "line 3: 'seq' is not an integer", change(2, l -> l.put("seq", 2.0)))
        .refused(
            "text no text",
            "line 3: 'canonical' is not text",
            change(2, l -> l.put("canonical", 1)))
        .refused("hash short", "line 3: 'hash' is not 64", change(2, l -> l.put("hash", "00")))
        .refused(
            "hash upper case",
            "line 3: 'hash' is not 64",
            change(2, l -> l.put("hash", "A".repeat(64))))
        .refused("hash null", "line 3: 'hash' is not 64", change(2, l -> l.putNull("hash")))
        .refused(
            "link +",
            "line 3: 'prev_hash' is not 64",
            change(2, l -> l.put("prev_hash", "+" + "0".repeat(63))))
        .refused(
            "hash and newline",
            "'hash' is not 64",
            change(2, l -> l.put("hash", "0".repeat(64) + "\n")))
        .refused("end's head", "line 17: 'head' is not 64", change(16, l -> l.put("head", 0)))
        .refused("end's root", "line 17: 'root' is not base64", change(16, l -> l.put("root", "%")))
        .refused("root short", "line 17: 'root' is not 32", change(16, l -> l.put("root", "AAAA")))
        .refused(
            "stray bits",
            "'root' is not base64 in its",
            change(16, l -> l.put("root", "A".repeat(42) + "B=")))
        .refused("end's count", "line 17: 'records' is not", change(16, l -> l.put("records", -1)));
    return cases.tests(folder);
  }

  @TestFactory
  List<DynamicTest> keys() {
    String key = Exports.SIGNER.vkey();
    Cases cases = new Cases(Exports::whole);
    cases.refused("no list", "line 1: 'keys' is not a list", change(0, l -> l.put("keys", key)));
    cases.refused("a number", "name+id+key", change(0, l -> l.putArray("keys").add(1)));
    cases.refused("one plus", "name+id+key", key("a+b"));
    cases.refused("another name", "the key's id is not", key("x" + key));
    cases.refused(
        "another id", "the key's id is not", key(key.replaceFirst("\\+.{8}\\+", "+00000000+")));
    cases.refused("no base64", "the key's last part is not base64", key(key + "%"));
    cases.refused("another kind", "is no Ed25519 key", key(key.replaceFirst("\\+A", "+B")));
    cases.refused("short", "is no Ed25519 key", key("a+00000000+AAAA"));
    cases.refused("space", "the key's name", key(" " + key));
    return cases.tests(folder);
  }

  @TestFactory
  List<DynamicTest> nesting() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    Cases cases = new Cases(Exports::whole);
    for (String text : List.of("{\"type\":" + deep + "}", deep)) {
      cases.add("deep", changed(e -> e.lines().set(2, text)), MalformedExportTest::assertUnchecked);
    }
    cases.add(
        "deep text",
        changed(change(2, line -> line.put("canonical", deep))),
        MalformedExportTest::assertUnchecked);
    return cases.tests(folder);
  }

  private static void assertUnchecked(Verdict verdict) {
    assertThat(verdict.exit()).isEqualTo(3);
    assertThat(verdict.error()).isEqualTo("line 3: nested too deeply");
  }

  private static void absent(Cases cases, int index, String name) {
    String error =
        name.equals("type") ? "line " + (index + 1) : "the field '" + name + "' is missing";
    if (index > 0 || !name.equals("type")) {
      cases.refused(name + " of line " + index, error, change(index, l -> l.remove(name)));
    }
  }

  private static Consumer<Export> change(int index, Consumer<ObjectNode> change) {
    return export -> export.change(index, change);
  }

  private static Consumer<Export> key(String vkey) {
    return change(0, line -> line.putArray("keys").add(vkey));
  }

  private static Consumer<Export> line(UnaryOperator<String> change) {
    return export -> export.lines().set(2, change.apply(export.lines().get(2)));
  }

  private static Function<Export, byte[]> changed(Consumer<Export> change) {
    return export -> {
      change.accept(export);
      return export.bytes();
    };
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
