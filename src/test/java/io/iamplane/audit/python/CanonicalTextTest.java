package io.iamplane.audit.python;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A text with a right hash is still refused unless it is the one text for what it says. */
class CanonicalTextTest {

  private static final String ALTERED = "record_altered";

  @TempDir Path folder;

  @BeforeEach
  void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> texts() {
    return new Cases(Exports::whole)
        .whole("another name", 12, replaced("\"note\":\"", "\"note\":\"x"))
        .whole(
            "control characters", 12, replaced("\"note\":\"", "\"note\":\"\\u0001\\n\u007f\u2028"))
        .whole("numbers", 12, replaced("\"count\":5", "\"count\":[0,1e+21,1e-7,-0.000001,5e-324]"))
        .whole("a seq within", 12, replaced("\"after\":{", "\"after\":{\"a\":{\"seq\":\"9\"},"))
        .whole(
            "no organization",
            12,
            replaced("\"organization_id\":\"" + Exports.ORGANIZATION + "\",", ""))
        .broken("space within", ALTERED, 5, replaced("\"count\":", "\"count\": "))
        .broken("space behind", ALTERED, 5, to(text -> text + " "))
        .broken("newline before", ALTERED, 5, to(text -> "\n" + text))
        .broken("byte order mark", ALTERED, 5, to(text -> "\ufeff" + text))
        .broken("members out of order", ALTERED, 5, replaced("\"after\":{", "\"after\":{\"z\":1,"))
        .broken("name twice", ALTERED, 5, replaced("\"count\":5", "\"count\":5,\"count\":5"))
        .broken(
            "name twice, unlike", ALTERED, 5, replaced("\"count\":5", "\"count\":4,\"count\":5"))
        .broken("number with fraction 0", ALTERED, 5, replaced("\"count\":5", "\"count\":5.0"))
        .broken("number with exponent", ALTERED, 5, replaced("\"count\":5", "\"count\":5e0"))
        .broken("minus 0", ALTERED, 5, replaced("\"count\":5", "\"count\":-0"))
        .broken("exponent without plus", ALTERED, 5, replaced("\"count\":5", "\"count\":1e21"))
        .broken(
            "21 digits and more",
            ALTERED,
            5,
            replaced("\"count\":5", "\"count\":1" + "0".repeat(21)))
        .broken("beyond 2^53", ALTERED, 5, replaced("\"count\":5", "\"count\":9007199254740993"))
        .broken("no double", ALTERED, 5, replaced("\"count\":5", "\"count\":1e+400"))
        .broken(
            "10000 digits", ALTERED, 5, replaced("\"count\":5", "\"count\":" + "9".repeat(10_000)))
        .broken("NaN", ALTERED, 5, replaced("\"count\":5", "\"count\":NaN"))
        .broken("Infinity", ALTERED, 5, replaced("\"count\":5", "\"count\":-Infinity"))
        .broken("letter escaped", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\u0041"))
        .broken("slash escaped", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\/"))
        .broken("newline by number", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\u000a"))
        .broken("control by upper case", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\u001F"))
        .broken("control bare", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\u0001"))
        .broken("half a pair escaped", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\ud800"))
        .broken("pair escaped", ALTERED, 5, replaced("\"note\":\"", "\"note\":\"\\ud83d\\ude00"))
        .broken("sorted by code points", ALTERED, 5, byCodePoints())
        .whole("sorted by UTF-16", 12, byCodeUnits())
        .broken("no JSON", ALTERED, 5, to(text -> text.substring(1)))
        .broken("empty", ALTERED, 5, to(text -> ""))
        .broken("a list", ALTERED, 5, to(text -> "[]"))
        .broken("null", ALTERED, 5, to(text -> "null"))
        .broken("two texts", ALTERED, 5, to(text -> text + text))
        .broken("organization null", ALTERED, 5, organization("null"))
        .broken("organization as list", ALTERED, 5, organization("[]"))
        .tests(folder);
  }

  private static Consumer<Export> byCodePoints() {
    return replaced("\"after\":{", "\"after\":{\"a\":{\"\ufb33\":1,\"\ud83d\ude00\":2},");
  }

  private static Consumer<Export> byCodeUnits() {
    return replaced("\"after\":{", "\"after\":{\"a\":{\"\ud83d\ude00\":2,\"\ufb33\":1},");
  }

  private static Consumer<Export> organization(String value) {
    return replaced("\"" + Exports.ORGANIZATION + "\"", value);
  }

  private static Consumer<Export> replaced(String from, String to) {
    return to(text -> {
      if (!text.contains(from)) {
        throw new AssertionError(from + " is not in " + text);
      }
      return text.replace(from, to);
    });
  }

  /** Record 5 has another text, and every hash is right; nothing was signed. */
  private static Consumer<Export> to(UnaryOperator<String> change) {
    return export -> {
      export.removeCheckpoints();
      export.record(5, line -> line.put("canonical", change.apply(line.get("canonical").asText())));
      export.reseal();
    };
  }
}
