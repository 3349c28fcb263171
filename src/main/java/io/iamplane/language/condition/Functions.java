package io.iamplane.language.condition;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code size} and the conversions {@code int double timestamp duration}. */
final class Functions {

  /** Reading a time from text costs about as much as that many nodes. */
  private static final int TIME_COST = 20;

  private static final Set<Scalar> NUMBERS = Set.of(Scalar.INT, Scalar.DOUBLE);

  /** Null when the value cannot be converted. */
  @FunctionalInterface
  private interface Conversion {
    @Nullable Object convert(Object value);
  }

  private Functions() {}

  public static Code call(Compiler compiler, Expr.Call e) throws ConditionSyntaxException {
    return switch (e.function()) {
      case "size" -> {
        compiler.count(e, "size", e.arguments(), 1, 1);
        yield size(compiler, e, e.arguments().getFirst());
      }
      case "int" -> conversion(compiler, e, Scalar.INT, NUMBERS, Functions::toInt);
      case "double" -> conversion(compiler, e, Scalar.DOUBLE, NUMBERS, Admission::fraction);
      case "timestamp" ->
          conversion(
              compiler,
              e,
              Scalar.TIMESTAMP,
              Set.of(Scalar.STRING, Scalar.INT, Scalar.TIMESTAMP),
              Functions::toTimestamp);
      case "duration" ->
          conversion(
              compiler,
              e,
              Scalar.DURATION,
              Set.of(Scalar.STRING, Scalar.DURATION),
              Admission::duration);
      default ->
          throw compiler.fault(
              e,
              ("unknown function '%s'; the functions are has, size, int, double, timestamp and"
                      + " duration")
                  .formatted(e.function()));
    };
  }

  static Code size(Compiler compiler, Expr at, Expr argument) throws ConditionSyntaxException {
    Code code = compiler.compile(argument);
    boolean sized =
        code.mayBe(Scalar.STRING)
            || code.type() instanceof MapType
            || code.type() instanceof ListType;
    if (!sized) {
      throw compiler.fault(at, code.type().described() + " has no size");
    }
    Failure mismatch = compiler.failure(at, "size() needs a string, a list or a map");
    Failure exhausted = compiler.exhausted(at);
    return Code.of(
        Scalar.INT,
        frame ->
            switch (Term.value(code.term(), frame)) {
              case String text ->
                  frame.spendText(text.length())
                      ? (Object) (long) text.codePointCount(0, text.length())
                      : exhausted;
              case List<?> list -> (long) list.size();
              case Map<?, ?> map -> (long) map.size();
              case Failure failure -> failure;
              case null, default -> mismatch;
            });
  }

  private static Code conversion(
      Compiler compiler, Expr.Call e, Scalar result, Set<Scalar> from, Conversion conversion)
      throws ConditionSyntaxException {
    compiler.count(e, e.function(), e.arguments(), 1, 1);
    Code argument = compiler.compile(e.arguments().getFirst());
    Type type = argument.type();
    if (!type.isDynamic() && !(type instanceof Scalar scalar && from.contains(scalar))) {
      throw compiler.fault(e, "%s() cannot convert %s".formatted(e.function(), type.described()));
    }
    Failure failure = compiler.failure(e, "not a valid " + result.text());
    if (argument.constant() != null) {
      Object constant = conversion.convert(argument.constant());
      if (constant == null) {
        throw compiler.fault(e, failure.reason());
      }
      return Code.constant(result, constant);
    }
    return Code.of(
        result,
        frame -> {
          Object value = Term.value(argument.term(), frame);
          if (value == null || value instanceof Failure) {
            return value == null ? failure : value;
          }
          boolean affordable = !(value instanceof String) || frame.spend(TIME_COST);
          Object converted = affordable ? conversion.convert(value) : null;
          return converted == null ? failure : converted;
        });
  }

  private static @Nullable Object toInt(Object value) {
    return switch (value) {
      case Number number when Numbers.isInteger(number) -> number.longValue();
      case Number number -> Numbers.truncated(number.doubleValue());
      default -> null;
    };
  }

  /** An int counts seconds since 1970; a dynamic number is a double and has to be converted. */
  private static @Nullable Object toTimestamp(Object value) {
    return value instanceof Long seconds
            && seconds >= Times.MIN.getEpochSecond()
            && seconds <= Times.MAX.getEpochSecond()
        ? Instant.ofEpochSecond(seconds)
        : Admission.timestamp(value);
  }
}
