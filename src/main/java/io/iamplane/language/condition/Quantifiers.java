package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Comprehensions over the elements of a list or the keys of a map. For {@code exists} and {@code
 * all} a decisive element outweighs the errors of others, in any order; the others end in an error
 * if one element does.
 */
final class Quantifiers {

  private record Loop(Term body, int slot, int weight, Failure notBool, Failure exhausted) {}

  private Quantifiers() {}

  public static Code compile(Compiler compiler, Expr.Quantifier e) throws ConditionSyntaxException {
    String what = "the body of " + e.kind().text() + "()";
    Code range = compiler.compile(e.range());
    checkRange(compiler, e, range.type());
    Type element = range.type().element();
    int slot = compiler.scope().open(e.variable(), element);
    int before = compiler.nodes();
    Code body =
        e.kind() == Expr.Quantifier.Kind.MAP
            ? compiler.compile(e.body())
            : compiler.bool(e.body(), what);
    compiler.scope().close();
    Loop loop =
        new Loop(
            body.term(),
            slot,
            compiler.nodes() - before,
            compiler.failure(e.body(), what + " is not a bool"),
            compiler.exhausted(e));
    return switch (e.kind()) {
      case EXISTS -> code(compiler, e, range, Scalar.BOOL, (f, all) -> decide(f, all, loop, true));
      case ALL -> code(compiler, e, range, Scalar.BOOL, (f, all) -> decide(f, all, loop, false));
      case EXISTS_ONE -> code(compiler, e, range, Scalar.BOOL, (f, all) -> one(f, all, loop));
      case FILTER ->
          code(compiler, e, range, new ListType(element), (f, all) -> filter(f, all, loop));
      case MAP ->
          code(compiler, e, range, new ListType(body.type()), (f, all) -> map(f, all, loop));
    };
  }

  private static void checkRange(Compiler compiler, Expr.Quantifier e, Type range)
      throws ConditionSyntaxException {
    if (!range.isDynamic() && !(range instanceof MapType) && !(range instanceof ListType)) {
      throw compiler.fault(
          e, "%s() requires a list or a map, not %s".formatted(e.kind().text(), range.described()));
    }
  }

  private static Code code(
      Compiler compiler,
      Expr.Quantifier e,
      Code range,
      Type type,
      BiFunction<Frame, Collection<?>, @Nullable Object> run) {
    Failure neither = compiler.failure(e, e.kind().text() + "() needs a list or a map");
    Failure tooLong =
        compiler.failure(
            e, "the list has more than %d elements".formatted(ConditionLimits.LIST_LENGTH));
    Term looked = range.term();
    return Code.of(
        type,
        frame ->
            switch (Term.value(looked, frame)) {
              case Failure failure -> failure;
              case List<?> list when list.size() > ConditionLimits.LIST_LENGTH -> tooLong;
              case Map<?, ?> map when map.size() > ConditionLimits.LIST_LENGTH -> tooLong;
              case List<?> list -> run.apply(frame, list);
              case Map<?, ?> map -> run.apply(frame, map.keySet());
              case null, default -> neither;
            });
  }

  private static @Nullable Object decide(
      Frame frame, Collection<?> elements, Loop loop, Boolean decisive) {
    Object undecided = !decisive;
    for (Object element : elements) {
      if (!isBegun(frame, element, loop)) {
        return loop.exhausted();
      }
      Object value = Logic.operand(Term.value(loop.body(), frame), loop.notBool());
      if (decisive.equals(value)) {
        return value;
      }
      undecided = undecided instanceof Failure ? undecided : value;
    }
    return undecided;
  }

  private static Object one(Frame frame, Collection<?> elements, Loop loop) {
    Object found = filter(frame, elements, loop);
    return found instanceof List<?> list ? (Object) (list.size() == 1) : found;
  }

  private static Object filter(Frame frame, Collection<?> elements, Loop loop) {
    List<@Nullable Object> found = new ArrayList<>();
    for (Object element : elements) {
      if (!isBegun(frame, element, loop)) {
        return loop.exhausted();
      }
      Object value = Logic.operand(Term.value(loop.body(), frame), loop.notBool());
      if (value instanceof Failure failure) {
        return failure;
      }
      if (Boolean.TRUE.equals(value)) {
        found.add(element);
      }
    }
    return found;
  }

  private static Object map(Frame frame, Collection<?> elements, Loop loop) {
    List<@Nullable Object> made = new ArrayList<>();
    for (Object element : elements) {
      if (!isBegun(frame, element, loop)) {
        return loop.exhausted();
      }
      Object value = Term.value(loop.body(), frame);
      if (value instanceof Failure failure) {
        return failure;
      }
      made.add(value);
    }
    return made;
  }

  /** Makes an element the variable's value; false when no steps are left. */
  private static boolean isBegun(Frame frame, @Nullable Object element, Loop loop) {
    boolean affordable = frame.spend(loop.weight());
    if (affordable) {
      frame.assign(loop.slot(), element);
    }
    return affordable;
  }
}
