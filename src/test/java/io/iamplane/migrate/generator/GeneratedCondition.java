package io.iamplane.migrate.generator;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Conditions of generated models, and their meaning. */
public enum GeneratedCondition {
  LIMIT("amount <= max", Map.of("amount", "int", "max", "int")),
  INSIDE("ip.in_cidr(network)", Map.of("ip", "ipaddress", "network", "string")),
  TAGGED("wanted in tags", Map.of("wanted", "string", "tags", "list<string>")),
  BEFORE("now < until", Map.of("now", "timestamp", "until", "timestamp")),
  /** One value may decide alone. */
  FLAGGED("admin || level > 2", Map.of("admin", "bool", "level", "int"));

  private static final FilePlace HERE = new FilePlace("generated", 1, 1);
  private static final List<String> COLOURS = List.of("red", "blue");
  private static final List<String> DAYS = List.of("2026-01-01T00:00:00Z", "2026-06-01T12:00:00Z");

  private final String expression;
  private final Map<String, String> parameters;

  GeneratedCondition(String expression, Map<String, String> parameters) {
    this.expression = expression;
    this.parameters = parameters;
  }

  /** The condition in a model. */
  PeerCondition condition() {
    return new PeerCondition(label(), parameters, expression, HERE);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static GeneratedCondition named(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /** Values for some of the parameters, of right types, at random. */
  Map<String, Object> values(Random random) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String each : parameters.keySet().stream().sorted().toList()) {
      if (random.nextInt(3) > 0) {
        values.put(each, value(each, random));
      }
    }
    return values;
  }

  private static Object value(String parameter, Random random) {
    int number = random.nextInt(6);
    return switch (parameter) {
      case "amount", "max", "level" -> (long) number;
      case "admin" -> number < 2;
      case "ip" -> number < 3 ? "10.1.2.3" : "192.168.7.1";
      case "network" -> number < 3 ? "10.0.0.0/8" : "192.168.0.0/16";
      case "wanted" -> COLOURS.get(number % 2);
      case "tags" -> COLOURS.subList(number % 2, number / 3 + 1);
      default -> DAYS.get(number % 2);
    };
  }

  /** Evaluates the condition; null if the result depends on a missing value. */
  @Nullable Boolean holds(Map<String, Object> values) {
    Function<String, @Nullable Object> of = values::get;
    return switch (this) {
      case LIMIT -> both(values, "amount", "max", (one, two) -> (long) one <= (long) two);
      case INSIDE ->
          both(
              values,
              "ip",
              "network",
              (one, two) -> one.toString().startsWith("10.") == two.toString().startsWith("10."));
      case TAGGED -> both(values, "tags", "wanted", (one, two) -> ((List<?>) one).contains(two));
      case BEFORE ->
          both(values, "now", "until", (one, two) -> one.toString().compareTo(two.toString()) < 0);
      case FLAGGED -> {
        Object admin = of.apply("admin");
        Object level = of.apply("level");
        boolean holds = Boolean.TRUE.equals(admin) || (level != null && (long) level > 2);
        yield holds ? Boolean.TRUE : admin == null || level == null ? null : Boolean.FALSE;
      }
    };
  }

  /** A comparison of two values. */
  private interface Comparing {
    boolean holds(Object one, Object two);
  }

  private static @Nullable Boolean both(
      Map<String, Object> values, String first, String second, Comparing comparing) {
    Object one = values.get(first);
    Object two = values.get(second);
    return one == null || two == null ? null : (Boolean) comparing.holds(one, two);
  }
}
