package io.iamplane.migrate;

import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Root;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.export.ExportedRelation;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.real.RealPeer.RealAnswer;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of our language for an export to OpenFGA, and values for each. The results here do not
 * depend on any reader of OpenFGA's files.
 */
enum OwnConditions {
  LESS("a < b && a != 3 || a == -1", "a int;b int", "a=1;b=2", "a=3;b=4", "a=-1;b=-9"),
  SUM("a + b * 2 >= 7 && a % 3 == 1 && -a < 0", "a int;b int", "a=1;b=3", "a=4;b=1", "a=2;b=9"),
  FRACTION("a <= 100.0 && a / 3.0 > 1.5", "a double", "a=99.5", "a=100.25", "a=4.5", "a=4.6"),
  TEXT(
      "t.startsWith('ab') && t.endsWith('yz') && t.contains('m') || t + '!' == 'é\"\\\\!'",
      "t string",
      "t=abmyz",
      "t=abyz",
      "t=é\"\\"),
  HASH("t == 'room #1'", "t string", "t=room #1", "t=room"),
  PATTERN(
      "t.matches(r'^/r/\\d{4}/[^/]+$')", "t string", "t=/r/2026/q", "t=/r/26/q", "t=x/r/2026/q"),
  SIZE("size(t) == 3 && size(l) > 1", "t string;l list<string>", "t=äöü;l=a,b", "t=abc;l=a"),
  ONE_OF("t in ['a', 'b'] || t in l", "t string;l list<string>", "t=a;l=x", "t=x;l=x,y", "t=q;l=x"),
  EVERY(
      "l.all(x, x != t) && l.exists(x, x == 'k')",
      "t string;l list<string>",
      "t=a;l=k",
      "t=k;l=k",
      "t=a;l=b"),
  PLACE("l[0] == 'a' && l[1] == t", "t string;l list<string>", "t=b;l=a,b", "t=b;l=b,a"),
  CHOICE("on ? a > 1 : a > 10", "on bool;a int", "on=true;a=2", "on=false;a=2", "on=false;a=11"),
  NEITHER(
      "!(on && off) && (on || off)", "on bool;off bool", "on=true;off=false", "on=true;off=true"),
  TIME(
      "at >= timestamp('2026-05-01T00:00:00Z') && at.getDayOfWeek() == 5"
          + " && at.getHours('Europe/Berlin') == 14",
      "at timestamp",
      "at=2026-05-01T12:30:00Z",
      "at=2026-05-02T12:30:00Z",
      "at=2026-05-01T14:30:00Z"),
  LENGTH(
      "until - at < span && span.getMinutes() == 90 && at + duration('1h') < until",
      "at timestamp;until timestamp;span duration",
      "at=2026-05-01T12:00:00Z;until=2026-05-01T13:20:00Z;span=1h30m",
      "at=2026-05-01T12:00:00Z;until=2026-05-01T13:40:00Z;span=1h30m",
      "at=2026-05-01T12:00:00Z;until=2026-05-01T12:20:00Z;span=90m"),
  NEAR(
      "ip.inCidr('10.0.0.0/8') || ip.inCidr(net)",
      "ip string;net string",
      "ip=10.1.2.3;net=10.0.0.0/8",
      "ip=192.168.1.9;net=192.168.1.0/24",
      "ip=2001:db8::1;net=2001:db8::/32",
      "ip=9.9.9.9;net=10.0.0.0/8");

  private static final PeerObject ANN = new PeerObject("user", "ann");
  private static final PeerObject DOCUMENT = new PeerObject("doc", "1");

  private final String expression;
  private final Map<String, Object> parameters = new TreeMap<>();
  private final List<Map<String, Object>> given = new ArrayList<>();

  OwnConditions(String expression, String declared, String... values) {
    this.expression = expression;
    for (String each : declared.split(";")) {
      parameters.put(each.substring(0, each.indexOf(' ')), each.substring(each.indexOf(' ') + 1));
    }
    for (String each : values) {
      given.add(read(each));
    }
  }

  private Map<String, Object> read(String text) {
    Map<String, Object> values = new TreeMap<>();
    for (String each : text.split(";")) {
      String name = each.substring(0, each.indexOf('='));
      values.put(
          name, value(String.valueOf(parameters.get(name)), each.substring(name.length() + 1)));
    }
    return values;
  }

  private static Object value(String type, String text) {
    return switch (type) {
      case "int" -> Long.valueOf(text);
      case "double" -> Double.valueOf(text);
      case "bool" -> Boolean.valueOf(text);
      case "list<string>" -> List.of(text.split(","));
      default -> text;
    };
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Map<String, Object> declaration() {
    return Map.of("parameters", parameters, "expression", expression);
  }

  /** A relation for each, that one account has under it, written for OpenFGA and read again. */
  static Peer exported() throws IOException, PeerFaultsException {
    Map<String, Object> relations = new TreeMap<>();
    Map<String, Object> conditions = new TreeMap<>();
    List<ExportedRelation> stored = new ArrayList<>();
    for (OwnConditions each : values()) {
      conditions.put(each.label(), each.declaration());
      relations.put(each.label(), "user with " + each.label());
      stored.add(
          new ExportedRelation(
              new SubjectRef(ANN.type(), ANN.id()),
              null,
              each.label(),
              new SubjectRef(DOCUMENT.type(), DOCUMENT.id()),
              null,
              new ExportedRelation.Named(each.label(), Map.of()),
              false,
              true));
    }
    PeerDocument read =
        ExportedPeer.of(Map.of("doc", Map.of("relations", relations)), conditions, stored).read();
    return new Peer(read.model(), read.tuples());
  }

  /** Each with each of its values. */
  static List<Check> questions() {
    List<Check> questions = new ArrayList<>();
    for (OwnConditions each : values()) {
      for (Map<String, Object> values : each.given) {
        questions.add(
            new Check(
                ANN,
                null,
                each.label(),
                DOCUMENT,
                values,
                Expected.DENIED,
                new FilePlace("own", questions.size() + 1, 1)));
      }
    }
    return questions;
  }

  /** The results of our evaluation. */
  static List<RealAnswer> answers() {
    List<RealAnswer> answers = new ArrayList<>();
    for (OwnConditions each : values()) {
      NamedCondition condition =
          NamedCondition.parse(
              each.label(),
              each.label(),
              each.declaration(),
              (path, line, column, message) -> {
                throw new AssertionError(path + ": " + message);
              });
      for (Map<String, Object> values : each.given) {
        Outcome outcome = Objects.requireNonNull(condition).condition().evaluate(new Given(values));
        answers.add(outcome == Outcome.TRUE ? RealAnswer.ALLOWED : RealAnswer.DENIED);
      }
    }
    return answers;
  }

  /** Values of a request alone. */
  private record Given(Map<String, Object> values) implements Attributes {

    @Override
    public @Nullable Object get(Root root, String field) {
      return root == Root.CONTEXT ? values.get(field) : null;
    }

    @Override
    public boolean has(Root root, String field) {
      return root == Root.CONTEXT && values.containsKey(field);
    }
  }
}
