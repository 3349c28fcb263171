package io.iamplane.language.condition;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code startsWith endsWith contains matches}. */
final class TextMethods {

  /** The methods that test a string against another. */
  enum TextTest {
    STARTS_WITH("startsWith"),
    ENDS_WITH("endsWith"),
    CONTAINS("contains"),
    MATCHES("matches");

    private final String method;

    TextTest(String method) {
      this.method = method;
    }

    static @Nullable TextTest named(String name) {
      return Arrays.stream(values()).filter(t -> t.method.equals(name)).findFirst().orElse(null);
    }

    static String names() {
      return Arrays.stream(values()).map(t -> t.method).collect(Collectors.joining(", "));
    }
  }

  /** One step of the budget stands for that many steps of a pattern's automaton. */
  private static final int AUTOMATON_STEPS = 4;

  /** Compiling a pattern that is not a literal costs this, and more with its length. */
  private static final int PATTERN_COST = 500;

  /** A test with strings as operands. */
  @FunctionalInterface
  private interface Comparison {
    Object test(Frame frame, String text, String other);
  }

  private TextMethods() {}

  static Code compile(Compiler compiler, Expr.Method e, TextTest test)
      throws ConditionSyntaxException {
    compiler.count(e, e.name(), e.arguments(), 1, 1);
    Code text = compiler.typed(e.target(), "the target of " + e.name() + "()", Scalar.STRING);
    Code other =
        compiler.typed(
            e.arguments().getFirst(), "the argument of " + e.name() + "()", Scalar.STRING);
    Failure mismatch = compiler.failure(e, e.name() + "() needs strings");
    Comparison comparison = comparison(compiler, e, test, other);
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object a = Term.value(text.term(), frame);
          Object b = Term.value(other.term(), frame);
          if (a instanceof String x && b instanceof String y) {
            return comparison.test(frame, x, y);
          }
          return a instanceof Failure ? a : b instanceof Failure ? b : mismatch;
        });
  }

  private static Comparison comparison(Compiler compiler, Expr.Method e, TextTest test, Code other)
      throws ConditionSyntaxException {
    Failure exhausted = compiler.exhausted(e);
    return switch (test) {
      case STARTS_WITH ->
          (frame, text, part) ->
              frame.spendText(part.length()) ? (Object) text.startsWith(part) : exhausted;
      case ENDS_WITH ->
          (frame, text, part) ->
              frame.spendText(part.length()) ? (Object) text.endsWith(part) : exhausted;
      case CONTAINS ->
          (frame, text, part) ->
              frame.spendText(searchCost(text, part)) ? (Object) text.contains(part) : exhausted;
      case MATCHES -> matches(compiler, e, other, exhausted);
    };
  }

  /** The worst case: each place of the text against each character of the part. */
  private static long searchCost(String text, String part) {
    return Math.max(text.length(), (long) (text.length() - part.length()) * part.length());
  }

  private static Comparison matches(
      Compiler compiler, Expr.Method e, Code pattern, Failure exhausted)
      throws ConditionSyntaxException {
    if (pattern.constant() instanceof String literal) {
      return switch (Regex.compile(literal)) {
        case Regex.Compiled(Regex regex) ->
            (frame, text, _) -> occurs(frame, regex, text, exhausted);
        case Regex.Refused(String reason) -> throw compiler.fault(e.arguments().getFirst(), reason);
      };
    }
    Failure refused = compiler.failure(e, "the pattern is invalid or too large");
    return (frame, text, dynamic) -> {
      if (!frame.spend(PATTERN_COST + (long) dynamic.length())) {
        return exhausted;
      }
      return switch (Regex.compile(dynamic)) {
        case Regex.Compiled(Regex regex) -> occurs(frame, regex, text, exhausted);
        case Regex.Refused _ -> refused;
      };
    };
  }

  private static Object occurs(Frame frame, Regex regex, String text, Failure exhausted) {
    return frame.spend(regex.cost(text) / AUTOMATON_STEPS)
        ? (Object) regex.occursIn(text)
        : exhausted;
  }
}
