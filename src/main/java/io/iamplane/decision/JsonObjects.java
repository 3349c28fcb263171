package io.iamplane.decision;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.json.JsonMembers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contexts and properties of one request as conditions read them: maps, lists, texts, booleans
 * and numbers. Each object of the body is converted once, however many checks share it as their
 * default; so the cost follows the body. Bounded like stored attributes, but for long lists, which
 * conditions may look through.
 */
public final class JsonObjects {

  private static final int MAX_MEMBERS = 200;
  private static final int MAX_DEPTH = 8;
  private static final int MAX_VALUES = 10_000;

  /** A context, and the properties of a subject and a resource. */
  private static final int EXPECTED = 3;

  private static final String TOO_LARGE =
      "must have at most %d members and %d values in total, nested at most %d levels deep"
          .formatted(MAX_MEMBERS, MAX_VALUES, MAX_DEPTH);

  private static final String BEYOND_DOUBLE =
      "must not contain a number beyond the range of a double, about 1.8e308";

  /** Made for the first object: most requests have none. */
  private @Nullable Map<JsonNode, Converted> known;

  /** Made for the first check that may have some. */
  private @Nullable RequestRelations relations;

  private int conversions;

  public sealed interface Converted {}

  /** The members, not to be changed. */
  public record Values(Map<String, Object> members) implements Converted {}

  /** The object exceeds the limits, or holds a value that conditions cannot read. */
  public record Refused(String reason) implements Converted {}

  /** Converts an object, unless this very one was converted before. */
  public Converted convert(JsonNode object) {
    Map<JsonNode, Converted> before = known;
    if (before == null) {
      before = new IdentityHashMap<>(EXPECTED);
      known = before;
    }
    return before.computeIfAbsent(object, this::converted);
  }

  /** The object that a member is; empty when it is absent or refused, which is then an error. */
  public Map<String, Object> read(JsonMembers body, String member) {
    JsonNode object = body.tree(member);
    if (object == null || object.isEmpty()) {
      return Map.of();
    }
    return switch (convert(object)) {
      case Values(Map<String, Object> members) -> members;
      case Refused(String reason) -> {
        body.fault(member, reason);
        yield Map.of();
      }
    };
  }

  public RequestRelations relations() {
    RequestRelations before = relations;
    if (before == null) {
      before = new RequestRelations(this);
      relations = before;
    }
    return before;
  }

  public int conversions() {
    return conversions;
  }

  private Converted converted(JsonNode object) {
    conversions++;
    if (object.size() > MAX_MEMBERS || count(object, 0, 0) > MAX_VALUES) {
      return new Refused(TOO_LARGE);
    }
    return overflows(object) ? new Refused(BEYOND_DOUBLE) : new Values(members(object));
  }

  /** Returns true if a number overflows to infinity, so that comparisons would be wrong. */
  private static boolean overflows(JsonNode node) {
    if (node.isNumber()) {
      return !Double.isFinite(node.doubleValue());
    }
    for (JsonNode each : node) {
      if (overflows(each)) {
        return true;
      }
    }
    return false;
  }

  /** Counts the values; stops beyond the limit. */
  private static int count(JsonNode node, int depth, int before) {
    int count = before + 1;
    if (depth > MAX_DEPTH) {
      return MAX_VALUES + 1;
    }
    for (JsonNode each : node) {
      if (count > MAX_VALUES) {
        return count;
      }
      count = count(each, depth + 1, count);
    }
    return count;
  }

  /** Converts an object as conditions read it, without checking its size: it was checked before. */
  public static Map<String, Object> members(JsonNode node) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (var member : node.properties()) {
      members.put(member.getKey(), value(member.getValue()));
    }
    return members;
  }

  private static @Nullable Object value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT, POJO -> members(node);
      case ARRAY -> list(node);
      case STRING, BINARY -> node.asText();
      case BOOLEAN -> node.booleanValue();
      case NUMBER ->
          node.isIntegralNumber() && node.canConvertToLong()
              ? (Object) node.longValue()
              : (Object) node.doubleValue();
      case NULL, MISSING -> null;
    };
  }

  private static List<Object> list(JsonNode node) {
    List<Object> values = new ArrayList<>(node.size());
    node.forEach(each -> values.add(value(each)));
    return values;
  }
}
