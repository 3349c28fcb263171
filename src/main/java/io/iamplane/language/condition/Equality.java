package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code ==} and {@code !=}: numbers compare by value across their kinds, lists and maps by their
 * elements; values of different kinds are unequal.
 */
final class Equality {

  private Equality() {}

  public static Code compile(Compiler compiler, Expr.Binary e) throws ConditionSyntaxException {
    Code left = compiler.compile(e.left());
    Code right = compiler.compile(e.right());
    if (!left.type().overlaps(right.type())) {
      throw compiler.fault(
          e,
          "%s and %s are never equal".formatted(left.type().described(), right.type().described()));
    }
    Boolean equal = e.operator() == Operator.EQUAL;
    Boolean unequal = !equal;
    Object constant = right.constant() != null ? right.constant() : left.constant();
    Term variable = right.constant() != null ? left.term() : right.term();
    if (constant instanceof String || constant instanceof Boolean) {
      return Code.of(Scalar.BOOL, withAtom(variable, constant, equal, unequal));
    }
    if (constant instanceof Number number) {
      return Code.of(Scalar.BOOL, withNumber(variable, number, equal, unequal));
    }
    return Code.of(Scalar.BOOL, general(compiler, e, left.term(), right.term()));
  }

  private static Term general(Compiler compiler, Expr.Binary e, Term left, Term right) {
    boolean wanted = e.operator() == Operator.EQUAL;
    Failure deep =
        compiler.failure(
            e, "the values cannot be compared: they are too large or of an unknown type");
    return frame -> {
      Object a = Term.value(left, frame);
      Object b = Term.value(right, frame);
      if (a instanceof Failure || b instanceof Failure) {
        return a instanceof Failure ? a : b;
      }
      Boolean same = equal(frame, a, b, 0);
      return same == null ? deep : (Object) (same == wanted);
    };
  }

  /** A string or a bool, which equals only its own kind. */
  private static Term withAtom(Term term, Object constant, Boolean equal, Boolean unequal) {
    if (constant instanceof String string) {
      return frame -> {
        Object value = Term.value(term, frame);
        return value instanceof Failure ? value : string.equals(value) ? equal : unequal;
      };
    }
    return frame -> {
      Object value = Term.value(term, frame);
      return value instanceof Failure ? value : constant.equals(value) ? equal : unequal;
    };
  }

  private static Term withNumber(Term term, Number constant, Boolean equal, Boolean unequal) {
    return frame -> {
      Object value = Term.value(term, frame);
      if (value instanceof Number number) {
        return Numbers.compare(number, constant) == 0 ? equal : unequal;
      }
      return value instanceof Failure ? value : unequal;
    };
  }

  /** Null when the values are nested too deeply, of no known kind, or beyond the step budget. */
  static @Nullable Boolean equal(Frame frame, @Nullable Object a, @Nullable Object b, int depth) {
    if (a instanceof String x && b instanceof String y) {
      return (x.length() == y.length() && !frame.spendText(x.length())) ? null : x.equals(y);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return Numbers.compare(x, y) == 0;
    }
    if (depth > ConditionLimits.VALUE_DEPTH || !isKnown(a) || !isKnown(b)) {
      return null;
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return lists(frame, x, y, depth);
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return maps(frame, x, y, depth);
    }
    return a == null ? b == null : isAtom(a) && a.equals(b);
  }

  private static boolean isAtom(@Nullable Object value) {
    return value instanceof Boolean || value instanceof Instant || value instanceof Duration;
  }

  private static boolean isKnown(@Nullable Object value) {
    return value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof List
        || value instanceof Map
        || isAtom(value);
  }

  private static @Nullable Boolean lists(Frame frame, List<?> a, List<?> b, int depth) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> others = b.iterator();
    for (Object element : a) {
      Boolean same = frame.spend(1) ? equal(frame, element, others.next(), depth + 1) : null;
      if (same == null || !same) {
        return same;
      }
    }
    return true;
  }

  private static @Nullable Boolean maps(Frame frame, Map<?, ?> a, Map<?, ?> b, int depth) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object other = b.get(entry.getKey());
      if (other == null && !b.containsKey(entry.getKey())) {
        return false;
      }
      Boolean same = frame.spend(1) ? equal(frame, entry.getValue(), other, depth + 1) : null;
      if (same == null || !same) {
        return same;
      }
    }
    return true;
  }
}
