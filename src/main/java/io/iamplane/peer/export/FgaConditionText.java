package io.iamplane.peer.export;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A named condition as OpenFGA declares it. Both expressions are CEL, so its text stays as it is
 * but for addresses, which have a type of their own there.
 */
final class FgaConditionText {

  private static final String ADDRESS = "ipaddress";

  private final NamedCondition condition;
  private final String text;
  private final StringBuilder expression = new StringBuilder();

  /** The parameters that are asked for their network, and those that are read otherwise. */
  private final Set<String> addresses = new HashSet<>();

  private final Set<String> values = new HashSet<>();
  private int endOfParameter;
  private @Nullable String obstacle;

  private FgaConditionText(NamedCondition condition) {
    this.condition = condition;
    this.text = condition.condition().canonical();
  }

  /**
   * A condition, or why it is not written.
   *
   * @param text null exactly when there is an obstacle
   */
  record Written(@Nullable String text, @Nullable String obstacle) {}

  static Written of(NamedCondition condition) {
    FgaConditionText made = new FgaConditionText(condition);
    String name = FgaNames.fault(condition.name());
    if (name != null) {
      return new Written(null, name);
    }
    made.convert();
    String parameters = made.parameters();
    return made.obstacle == null
        ? new Written(
            "condition %s(%s) {\n  %s\n}\n"
                .formatted(condition.name(), parameters, made.expression),
            null)
        : new Written(null, made.obstacle);
  }

  private void convert() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      if (c == '"') {
        end = endOfString(at);
      } else if (c == '{') {
        obstacle = "a map cannot be written there";
      } else if (Character.isJavaIdentifierStart(c)) {
        end = endOfWord(at);
        word(at, text.substring(at, end), end);
        at = end;
        continue;
      } else if (Character.isDigit(c)) {
        end = endOfWord(at);
      }
      expression.append(text, at, end);
      at = end;
    }
  }

  private int endOfString(int from) {
    int at = from + 1;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private int endOfWord(int from) {
    int at = from;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private void word(int begin, String word, int end) {
    boolean member = begin > 0 && text.charAt(begin - 1) == '.';
    String written = word;
    if (FgaNames.isWord(word)) {
      obstacle = "'" + word + "' is a word of the DSL";
    } else if (member && word.equals("inCidr")) {
      written = "in_cidr";
      if (begin - 1 != endOfParameter) {
        obstacle = "inCidr is written for a parameter alone";
      }
    } else if (!member && word.equals("request")) {
      obstacle = "it reads 'request', which is not there";
    } else if (!member && condition.parameters().containsKey(word)) {
      endOfParameter = end;
      (text.startsWith(".inCidr(", end) ? addresses : values).add(word);
    }
    expression.append(written);
  }

  private String parameters() {
    return condition.parameters().entrySet().stream()
        .map(each -> each.getKey() + ": " + type(each))
        .collect(Collectors.joining(", "));
  }

  private String type(Map.Entry<String, Type> parameter) {
    boolean address = addresses.contains(parameter.getKey());
    if (address && values.contains(parameter.getKey())) {
      obstacle = "'" + parameter.getKey() + "' is read as an address and as a text";
    }
    return address ? ADDRESS : type(parameter.getValue().text());
  }

  private static String type(String own) {
    return switch (own) {
      case "map" -> "map<any>";
      case "list" -> "list<any>";
      default ->
          own.startsWith("list<")
              ? "list<" + type(own.substring("list<".length(), own.length() - 1)) + ">"
              : own;
    };
  }
}
