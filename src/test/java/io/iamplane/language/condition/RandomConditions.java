package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Conditions and attributes at random, mostly of fitting types, now and then not. They keep away
 * from where {@code dev.cel} itself departs from CEL's text, which {@code docs/language.md} lists:
 * negative zero (hence {@code + 0.0}), NaN and doubles beyond 2^53 beside an int, fractions of
 * negative seconds, and the order of strings above U+FFFF.
 */
final class RandomConditions {

  private static final List<String> STRINGS =
      List.of("a", "b", "ab", "", "sales", "x y", "é", "10", "A", "😀");
  private static final List<String> PATTERNS = List.of("a", "^a", "b$", "[a-c]+", "", "^.$", "s.l");
  private static final List<String> TIMES =
      List.of(
          "2026-07-01T09:30:00Z",
          "2026-07-01T11:30:00+02:00",
          "1969-12-31T23:59:59Z",
          "2024-02-29T00:00:00Z");
  private static final List<String> DURATIONS = List.of("1h", "90m", "-2s", "0s", "25h");
  private static final List<String> KEYS = List.of("s", "n", "a", "ab");
  private static final List<String> FIELDS =
      List.of(
          "subject.s",
          "subject.n",
          "subject.b",
          "subject.l",
          "subject.m",
          "subject.any",
          "resource.s",
          "resource.n",
          "context.any",
          "context.t",
          "context.d",
          "subject.m.s",
          "subject.m.n",
          "context.absent",
          "subject.m.absent",
          "context.nil");

  private final Random random;
  private final List<String> variables = new ArrayList<>();

  RandomConditions(Random random) {
    this.random = random;
  }

  String condition() {
    return bool(1 + random.nextInt(4));
  }

  MapAttributes attributes() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("s", pick(STRINGS));
    map.put("n", number());
    Map<String, @Nullable Object> subject = new LinkedHashMap<>();
    subject.put("s", pick(STRINGS));
    subject.put("n", number());
    subject.put("b", random.nextBoolean());
    subject.put("l", values(random.nextInt(4)));
    subject.put("m", map);
    subject.put("any", value(2));
    Map<String, @Nullable Object> context = new LinkedHashMap<>();
    context.put("any", value(2));
    context.put("t", Instant.parse(pick(List.of("2026-07-01T09:30:00Z", "2000-01-01T00:00:00Z"))));
    context.put("d", Duration.ofMinutes(random.nextInt(200) - 50));
    context.put("nil", null);
    Map<String, @Nullable Object> resource = new LinkedHashMap<>();
    resource.put("s", pick(STRINGS));
    resource.put("n", number());
    return new MapAttributes(Map.of("subject", subject, "resource", resource, "context", context));
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3 -> random.nextBoolean() ? number() : pick(STRINGS);
      case 4 -> pick(STRINGS);
      case 5 -> values(random.nextInt(3));
      default -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("s", value(depth - 1));
        yield map;
      }
    };
  }

  private List<@Nullable Object> values(int size) {
    List<@Nullable Object> values = new ArrayList<>();
    boolean same = random.nextBoolean();
    for (int i = 0; i < size; i++) {
      values.add(same ? (Object) pick(STRINGS) : value(0));
    }
    return values;
  }

  private Double number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(4) - 1.0;
      case 1 -> random.nextInt(8) / 2.0;
      case 2 -> 1e30 * (random.nextBoolean() ? 1 : -1);
      default -> (double) random.nextInt(3);
    };
  }

  private String bool(int depth) {
    int d = depth - 1;
    if (depth <= 0) {
      return random.nextInt(3) > 0 ? pick(List.of("true", "false")) : "subject.b";
    }
    return switch (random.nextInt(21)) {
      case 0, 1 -> "(" + bool(d) + " && " + bool(d) + ")";
      case 2, 3 -> bool(d) + " || " + bool(d);
      case 4 -> "!(" + bool(d) + ")";
      case 5 -> "(" + bool(d) + " ? " + bool(d) + " : " + bool(d) + ")";
      case 6 -> any(d) + relation() + any(d);
      case 7 -> integer(d) + relation() + integer(d);
      case 8 -> fraction(d) + relation() + (random.nextBoolean() ? integer(d) : fraction(d));
      case 9 -> string(d) + relation() + string(d);
      case 10 -> time(d) + relation() + time(d);
      case 11 -> duration(d) + relation() + duration(d);
      case 12 -> "(" + any(d) + ") in " + list(d);
      case 13 -> "has(" + pick(FIELDS) + ")";
      case 14 -> "(" + string(d) + ")." + textTest() + "(" + string(d) + ")";
      case 15 -> "(" + string(d) + ").matches(" + quoted(pick(PATTERNS)) + ")";
      case 16, 17 -> quantifier(d);
      case 18 -> map(d) + pick(List.of(" == ", " != ")) + (random.nextBoolean() ? map(d) : any(d));
      case 19 -> "has(" + map(d) + "." + pick(KEYS) + ")";
      default -> any(d);
    };
  }

  private String quantifier(int depth) {
    String range = list(depth);
    String variable = "v" + variables.size();
    variables.add(variable);
    String body = bool(depth);
    variables.removeLast();
    String kind = pick(List.of(".exists(", ".all(", ".exists(", ".all(", ".exists_one("));
    return range + kind + variable + ", " + body + ")";
  }

  private String made(int depth) {
    String range = list(depth);
    String variable = "v" + variables.size();
    variables.add(variable);
    String body = random.nextBoolean() ? bool(depth) : null;
    String mapped = body == null || random.nextBoolean() ? any(depth) : null;
    variables.removeLast();
    String given =
        variable + (body == null ? "" : ", " + body) + (mapped == null ? "" : ", " + mapped);
    return range + (mapped == null ? ".filter(" : ".map(") + given + ")";
  }

  private String any(int depth) {
    if (!variables.isEmpty() && random.nextInt(3) == 0) {
      return pick(variables);
    }
    return switch (random.nextInt(11)) {
      case 0 -> integer(depth);
      case 1 -> fraction(depth);
      case 2 -> string(depth);
      case 3 -> list(depth);
      case 4 -> "null";
      case 5 -> "subject.l[" + integer(0) + "]";
      case 6 -> "subject.m[" + string(0) + "]";
      case 7 -> map(depth);
      case 8 -> map(depth) + (random.nextBoolean() ? "." + pick(KEYS) : "[" + string(0) + "]");
      default -> pick(FIELDS);
    };
  }

  private String integer(int depth) {
    if (depth <= 0) {
      return pick(List.of("0", "1", "2", "-1", "7", "9223372036854775807", "-9223372036854775808"));
    }
    return switch (random.nextInt(6)) {
      case 0 -> "(" + integer(depth - 1) + arithmetic() + integer(depth - 1) + ")";
      case 1 -> "(" + integer(depth - 1) + " % " + pick(List.of("2", "3", "0", "-5")) + ")";
      case 2 -> "size(" + pick(List.of(string(0), list(0), map(0))) + ")";
      case 3 -> "-(" + integer(depth - 1) + ")";
      case 4 -> time(0) + "." + timePart() + "(" + pick(List.of("", "\"Europe/Berlin\"")) + ")";
      default -> "int(" + fraction(depth - 1) + ")";
    };
  }

  private String fraction(int depth) {
    if (depth <= 0) {
      return pick(List.of("0.0", "1.0", "1.5", "-2.5", "1e30", "subject.n", "resource.n"));
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(" + fraction(depth - 1) + product() + fraction(depth - 1) + " + 0.0)";
      case 1 -> "(" + fraction(depth - 1) + " / " + pick(List.of("2.0", "-0.5")) + " + 0.0)";
      case 2 -> "(-(" + fraction(depth - 1) + ") + 0.0)";
      default -> "double(" + pick(List.of("0", "3", "-7", "size(subject.s)")) + ")";
    };
  }

  private String string(int depth) {
    if (depth > 0 && random.nextInt(4) == 0) {
      return "(" + string(depth - 1) + " + " + string(depth - 1) + ")";
    }
    return switch (random.nextInt(4)) {
      case 0 -> "subject.s";
      case 1 -> random.nextBoolean() ? "resource.s" : "subject.m.s";
      default -> quoted(pick(STRINGS));
    };
  }

  private String list(int depth) {
    if (depth <= 0 || random.nextInt(3) == 0) {
      return pick(List.of("subject.l", "[]", "[1, 2]", "[\"a\", \"b\"]", "subject.m", "[1.5, 0]"));
    }
    return switch (random.nextInt(5)) {
      case 0 -> map(depth);
      case 1 -> made(depth - 1);
      default -> "[" + any(depth - 1) + ", " + any(depth - 1) + "]";
    };
  }

  /** Keys are literals that differ, or computed, and then now and then the same. */
  private String map(int depth) {
    if (depth <= 0 || random.nextInt(4) == 0) {
      return pick(
          List.of("{}", "{\"s\": 1}", "{\"n\": \"a\", \"s\": null,}", "{\"a\": {\"s\": 1}}"));
    }
    String first = quoted(pick(KEYS));
    return switch (random.nextInt(4)) {
      case 0 -> "{" + string(0) + ": " + any(depth - 1) + "}";
      case 1 -> "{subject.s: " + any(depth - 1) + ", resource.s: " + any(depth - 1) + "}";
      case 2 -> "{" + first + ": " + any(depth - 1) + ", subject.m.s: " + any(depth - 1) + "}";
      default -> "{" + first + ": " + any(depth - 1) + ", \"z\": " + any(depth - 1) + "}";
    };
  }

  private String time(int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return "(" + time(depth - 1) + pick(List.of(" + ", " - ")) + duration(depth - 1) + ")";
    }
    return random.nextInt(3) == 0
        ? "context.t"
        : "timestamp(" + (random.nextInt(6) == 0 ? "86400" : quoted(pick(TIMES))) + ")";
  }

  private String duration(int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return random.nextBoolean()
          ? "(" + time(depth - 1) + " - " + time(depth - 1) + ")"
          : "(" + duration(depth - 1) + " + " + duration(depth - 1) + ")";
    }
    return random.nextInt(3) == 0 ? "context.d" : "duration(" + quoted(pick(DURATIONS)) + ")";
  }

  private String relation() {
    return pick(List.of(" == ", " != ", " < ", " <= ", " > ", " >= ", " == "));
  }

  private String arithmetic() {
    return pick(List.of(" + ", " - ", " * ", " / "));
  }

  private String product() {
    return pick(List.of(" + ", " - ", " * "));
  }

  private String textTest() {
    return pick(List.of("startsWith", "endsWith", "contains"));
  }

  private String timePart() {
    return pick(
        List.of(
            "getFullYear",
            "getMonth",
            "getDate",
            "getDayOfMonth",
            "getDayOfWeek",
            "getDayOfYear",
            "getHours",
            "getMinutes",
            "getSeconds",
            "getMilliseconds"));
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
