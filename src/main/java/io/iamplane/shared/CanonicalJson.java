package io.iamplane.shared;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.erdtman.jcs.JsonCanonicalizer;
import org.erdtman.jcs.NumberToJSON;

/** JSON Canonicalization Scheme (RFC 8785): one text for one value, fit to be hashed. */
public final class CanonicalJson {

  /** Integers up to here are doubles exactly, and written as they are. */
  private static final long EXACT = 1L << 53;

  private static final int FIRST_PLAIN = 0x20;

  private CanonicalJson() {}

  /**
   * Rewrites a JSON object or array in canonical form.
   *
   * @throws IllegalArgumentException when the text is not JSON; numbers beyond IEEE 754 doubles are
   *     not representable (RFC 8785, section 3.2.2.3)
   */
  public static String of(String json) {
    try {
      return new JsonCanonicalizer(json).getEncodedString();
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot canonicalize the JSON text: " + e.getMessage(), e);
    }
  }

  /**
   * Writes any value in canonical form: the text that {@link #of(String)} makes of its JSON,
   * without writing and reading that JSON first, which took a third of the time of a large import.
   *
   * @throws IllegalArgumentException if a number is beyond IEEE 754 doubles
   */
  public static String of(JsonNode value) {
    StringBuilder out = new StringBuilder(512);
    write(value, out);
    return out.toString();
  }

  /** Writes a value as section 3.2 has it. */
  private static void write(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case OBJECT -> object((ObjectNode) value, out);
      case ARRAY -> list(value, out);
      case STRING -> text(value.textValue(), out);
      case NUMBER -> number(value, out);
      case BOOLEAN -> out.append(value.booleanValue());
      case NULL -> out.append("null");
      // Base64, as in the JSON of such a value.
      case BINARY -> text(value.asText(), out);
      case MISSING, POJO ->
          throw new IllegalArgumentException(
              "cannot canonicalize a node of type " + value.getNodeType());
    }
  }

  private static void object(ObjectNode object, StringBuilder out) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
    // By UTF-16 units, as String compares (section 3.2.3).
    members.sort(Map.Entry.comparingByKey());
    out.append('{');
    for (int i = 0; i < members.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      text(members.get(i).getKey(), out);
      out.append(':');
      write(members.get(i).getValue(), out);
    }
    out.append('}');
  }

  private static void list(JsonNode list, StringBuilder out) {
    out.append('[');
    Iterator<JsonNode> elements = list.elements();
    while (elements.hasNext()) {
      write(elements.next(), out);
      if (elements.hasNext()) {
        out.append(',');
      }
    }
    out.append(']');
  }

  private static void number(JsonNode value, StringBuilder out) {
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      long number = value.longValue();
      if (-EXACT <= number && number <= EXACT) {
        out.append(number);
        return;
      }
    }
    try {
      out.append(NumberToJSON.serializeNumber(value.doubleValue()));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot canonicalize a number: " + e.getMessage(), e);
    }
  }

  private static void text(String text, StringBuilder out) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign < FIRST_PLAIN || sign == '"' || sign == '\\') {
        out.append(text, plain, i);
        escaped(sign, out);
        plain = i + 1;
      }
    }
    out.append(text, plain, text.length()).append('"');
  }

  private static void escaped(char sign, StringBuilder out) {
    out.append('\\');
    switch (sign) {
      case '"', '\\' -> out.append(sign);
      case '\b' -> out.append('b');
      case '\t' -> out.append('t');
      case '\n' -> out.append('n');
      case '\f' -> out.append('f');
      case '\r' -> out.append('r');
      default -> out.append('u').append(HexFormat.of().toHexDigits(sign));
    }
  }
}
