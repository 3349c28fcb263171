package io.iamplane.chain.verifier;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Other texts for a record than its own, by name: the service's verifier and the one in Python say
 * the same of each. They change a text of {@link #ORGANIZATION} that has an image {@code after}
 * with the members {@code "count":5} and {@code note}.
 */
public final class CanonicalTexts {

  public static final String ORGANIZATION = "0191f3a0-7c3e-7b52-8f10-3a5d2c9e4b17";

  private CanonicalTexts() {}

  public static Map<String, UnaryOperator<String>> whole() {
    Map<String, UnaryOperator<String>> texts = new LinkedHashMap<>();
    texts.put("another name", replaced("\"note\":\"", "\"note\":\"x"));
    texts.put("control characters", replaced("\"note\":\"", "\"note\":\"\\u0001\\n\u007f\u2028"));
    texts.put("numbers", replaced("\"count\":5", "\"count\":[0,1e+21,1e-7,-0.000001,5e-324]"));
    texts.put("a seq within", replaced("\"after\":{", "\"after\":{\"a\":{\"seq\":\"9\"},"));
    texts.put("no organization", replaced("\"organization_id\":\"" + ORGANIZATION + "\",", ""));
    texts.put(
        "sorted by UTF-16",
        replaced("\"after\":{", "\"after\":{\"a\":{\"\ud83d\ude00\":2,\"\ufb33\":1},"));
    return texts;
  }

  /** Texts that are refused, although their hash is correct. */
  public static Map<String, UnaryOperator<String>> broken() {
    Map<String, UnaryOperator<String>> texts = new LinkedHashMap<>();
    layout(texts);
    numbers(texts);
    strings(texts);
    texts.put("no JSON", text -> text.substring(1));
    texts.put("empty", text -> "");
    texts.put("a list", text -> "[]");
    texts.put("null", text -> "null");
    texts.put("two texts", text -> text + text);
    texts.put("organization null", replaced("\"" + ORGANIZATION + "\"", "null"));
    texts.put("organization as list", replaced("\"" + ORGANIZATION + "\"", "[]"));
    return texts;
  }

  private static void layout(Map<String, UnaryOperator<String>> texts) {
    texts.put("space within", replaced("\"count\":", "\"count\": "));
    texts.put("space behind", text -> text + " ");
    texts.put("newline before", text -> "\n" + text);
    texts.put("byte order mark", text -> "\ufeff" + text);
    texts.put("members out of order", replaced("\"after\":{", "\"after\":{\"z\":1,"));
    texts.put(
        "sorted by code points",
        replaced("\"after\":{", "\"after\":{\"a\":{\"\ufb33\":1,\"\ud83d\ude00\":2},"));
    texts.put("name twice", replaced("\"count\":5", "\"count\":5,\"count\":5"));
    texts.put("name twice, unlike", replaced("\"count\":5", "\"count\":4,\"count\":5"));
    texts.put("name twice, once escaped", replaced("\"count\":5", "\"\\u0063ount\":4,\"count\":5"));
    texts.put("comma behind", replaced("\"count\":5", "\"count\":[5,]"));
    texts.put("comma before", replaced("\"count\":5", "\"count\":[,5]"));
  }

  private static void numbers(Map<String, UnaryOperator<String>> texts) {
    for (Map.Entry<String, String> number :
        Map.of(
                "number with fraction 0", "5.0",
                "number with exponent", "5e0",
                "minus 0", "-0",
                "exponent without plus", "1e21",
                "21 digits and more", "1" + "0".repeat(21),
                "beyond 2^53", "9007199254740993",
                "no double", "1e+400",
                "10000 digits", "9".repeat(10_000),
                "NaN", "NaN",
                "Infinity", "-Infinity")
            .entrySet()) {
      texts.put(number.getKey(), replaced("\"count\":5", "\"count\":" + number.getValue()));
    }
    texts.put("zero before", replaced("\"count\":5", "\"count\":05"));
    texts.put("plus before", replaced("\"count\":5", "\"count\":+5"));
    texts.put("no value", replaced("\"count\":5", "\"count\":"));
    texts.put("another word", replaced("\"count\":5", "\"count\":True"));
  }

  private static void strings(Map<String, UnaryOperator<String>> texts) {
    for (Map.Entry<String, String> note :
        Map.of(
                "letter escaped", "\\u0041",
                "slash escaped", "\\/",
                "newline by number", "\\u000a",
                "control by upper case", "\\u001F",
                "control bare", "\u0001",
                "half a pair escaped", "\\ud800",
                "pair escaped", "\\ud83d\\ude00",
                "unknown escape", "\\x")
            .entrySet()) {
      texts.put(note.getKey(), replaced("\"note\":\"", "\"note\":\"" + note.getValue()));
    }
  }

  private static UnaryOperator<String> replaced(String from, String to) {
    return text -> {
      if (!text.contains(from)) {
        throw new AssertionError(from + " is not in " + text);
      }
      return text.replace(from, to);
    };
  }
}
