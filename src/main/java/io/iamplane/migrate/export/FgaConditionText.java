package io.iamplane.migrate.export;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A named condition as OpenFGA declares it. Both expressions are CEL, so its text stays as it is
 * except for addresses, which have a type of their own there. An obstacle is anything for which
 * OpenFGA would refuse the whole model: types without a word in its notation, and comparisons that
 * its CEL does not allow.
 */
final class FgaConditionText {

  private static final String ADDRESS = "ipaddress";

  /** The types with a word in OpenFGA's notation, besides lists of them. */
  private static final Set<String> TYPES =
      Set.of("bool", "string", "int", "double", "duration", "timestamp");

  private static final Pattern WHOLE_VALUES = Pattern.compile("size|int|get[A-Z]\\w*");
  private static final Pattern FRACTION = Pattern.compile(".*[.eE].*");

  private final NamedCondition condition;
  private final String text;
  private final StringBuilder expression = new StringBuilder();

  /** The parameters that are asked for their network, and those that are read otherwise. */
  private final Set<String> addresses = new HashSet<>();

  private final Set<String> values = new HashSet<>();
  private final Set<String> obstacles = new LinkedHashSet<>();
  private int endOfParameter;

  /** The kinds of numbers in it. */
  private boolean whole;

  private boolean fractions;

  private FgaConditionText(NamedCondition condition) {
    this.condition = condition;
    this.text = condition.condition().canonical();
  }

  /** Either the text of a condition or the obstacle to it. */
  record Written(@Nullable String text, @Nullable String obstacle, boolean hasNetworks) {}

  static Written of(NamedCondition condition) {
    FgaConditionText made = new FgaConditionText(condition);
    made.convert();
    String parameters = made.parameters();
    made.look();
    return made.obstacles.isEmpty()
        ? new Written(
            "condition %s(%s) {\n  %s\n}\n"
                .formatted(condition.name(), parameters, made.expression),
            null,
            made.expression.indexOf(".in_cidr(") >= 0)
        : new Written(null, String.join("; ", made.obstacles), false);
  }

  private void convert() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      if (c == '"') {
        end = endOfString(at);
        // A comment begins with '#' after white space there, in a string too.
        expression.append(text.substring(at, end).replace("#", "\\u0023"));
      } else if (Character.isJavaIdentifierStart(c)) {
        end = endOfWord(at);
        word(at, text.substring(at, end), end);
      } else if (Character.isDigit(c)) {
        end = endOfNumber(at);
        number(text.substring(at, end));
      } else {
        if (c == '{') {
          obstacles.add("a map cannot be written: compare its values one by one");
        }
        expression.append(c);
      }
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

  private int endOfNumber(int from) {
    int at = from;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at))
            || text.charAt(at) == '.'
            || (text.charAt(at) == '-' && Character.toLowerCase(text.charAt(at - 1)) == 'e'))) {
      at++;
    }
    return at;
  }

  private void number(String number) {
    boolean fraction = FRACTION.matcher(number).matches();
    fractions |= fraction;
    whole |= !fraction;
    expression.append(number);
  }

  private void word(int begin, String word, int end) {
    boolean member = begin > 0 && text.charAt(begin - 1) == '.';
    boolean call = end < text.length() && text.charAt(end) == '(';
    boolean network = member && call && word.equals("inCidr");
    if (FgaNames.isWord(word)) {
      obstacles.add("'" + word + "' is a keyword in OpenFGA: use another name");
    } else if (network && begin - 1 != endOfParameter) {
      obstacles.add("inCidr can be written only for a parameter: pass the address as a parameter");
    } else if (!member && word.equals("request")) {
      obstacles.add("OpenFGA does not have 'request': use a parameter");
    } else if (!member && word.equals("null")) {
      obstacles.add("OpenFGA cannot compare with null");
    } else if (!member && condition.parameters().containsKey(word)) {
      endOfParameter = end;
      (text.startsWith(".inCidr(", end) ? addresses : values).add(word);
    }
    whole |= call && WHOLE_VALUES.matcher(word).matches();
    fractions |= !member && call && word.equals("double");
    expression.append(network ? "in_cidr" : word);
  }

  private String parameters() {
    return condition.parameters().entrySet().stream()
        .map(each -> each.getKey() + ": " + type(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private String type(String parameter, Type declared) {
    String type = declared.text();
    String element =
        type.startsWith("list<") ? type.substring("list<".length(), type.length() - 1) : type;
    whole |= element.equals("int");
    fractions |= element.equals("double");
    if (!TYPES.contains(element)) {
      obstacles.add(
          "parameter '%s' of type %s cannot be written: use one of %s, or a list of one of these"
              .formatted(parameter, type, String.join(", ", TYPES.stream().sorted().toList())));
    }
    if (FgaNames.isTypeWord(parameter)) {
      obstacles.add("'" + parameter + "' is a type in OpenFGA: rename the parameter");
    }
    boolean address = addresses.contains(parameter);
    if (address && values.contains(parameter)) {
      obstacles.add(
          "'" + parameter + "' is used as both an address and a string: use two parameters");
    }
    return address ? ADDRESS : type;
  }

  private void look() {
    String name = FgaNames.conditionFault(condition.name());
    if (name != null) {
      obstacles.add(name);
    }
    if (condition.parameters().isEmpty()) {
      obstacles.add("OpenFGA requires each condition to have a parameter");
    }
    if (whole && fractions) {
      obstacles.add(
          "OpenFGA cannot compare integers with doubles: write 100.0 for 100, or declare the"
              + " parameter as int");
    }
  }
}
