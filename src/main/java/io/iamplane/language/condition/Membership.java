package io.iamplane.language.condition;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code in}: an element of a list, by {@code ==}, or a key of a map. */
final class Membership {

  private Membership() {}

  public static Code compile(Compiler compiler, Expr.Binary e) throws ConditionSyntaxException {
    Code element = compiler.compile(e.left());
    Code range = compiler.compile(e.right());
    checkTypes(compiler, e, element.type(), range.type());
    if (range.constant() instanceof List<?> list
        && list.stream().allMatch(String.class::isInstance)) {
      return Code.of(Scalar.BOOL, inStrings(element.term(), new HashSet<>(list)));
    }
    Failure neither = compiler.failure(e, "the value after 'in' is neither a list nor a map");
    Failure tooLarge =
        compiler.failure(e, "the list is too long to search, or its values are nested too deeply");
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object value = Term.value(element.term(), frame);
          Object in = Term.value(range.term(), frame);
          if (value instanceof Failure || in instanceof Failure) {
            return value instanceof Failure ? value : in;
          }
          if (in instanceof Map<?, ?> map) {
            return value instanceof String key
                && frame.spendText(key.length())
                && map.containsKey(key);
          }
          return in instanceof List<?> list ? inList(frame, value, list, tooLarge) : neither;
        });
  }

  private static void checkTypes(Compiler compiler, Expr.Binary e, Type element, Type range)
      throws ConditionSyntaxException {
    if (!range.isDynamic() && !(range instanceof MapType) && !(range instanceof ListType)) {
      throw compiler.fault(e, "'in' requires a list or a map, not " + range.described());
    }
    if (!element.overlaps(range.element())) {
      throw compiler.fault(
          e, "%s is never in %s".formatted(element.described(), range.described()));
    }
  }

  private static Term inStrings(Term element, Set<?> strings) {
    return frame -> {
      Object value = Term.value(element, frame);
      return value instanceof Failure
          ? value
          : (Object) (value instanceof String string && strings.contains(string));
    };
  }

  private static Object inList(
      Frame frame, @Nullable Object value, List<?> list, Failure tooLarge) {
    if (list.size() > ConditionLimits.LIST_LENGTH || !frame.spend(list.size())) {
      return tooLarge;
    }
    for (Object element : list) {
      Boolean same = Equality.equal(frame, value, element, 0);
      if (same == null) {
        return tooLarge;
      }
      if (same) {
        return true;
      }
    }
    return false;
  }
}
