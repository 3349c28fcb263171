package io.iamplane.language.condition;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code exists} and {@code all} over the elements of a list or the keys of a map. A decisive
 * element outweighs the errors of others, in any order.
 */
final class Quantifiers {

  /** The parts of a loop besides its range. */
  private record Loop(
      Term body,
      int slot,
      int weight,
      Boolean decisive,
      Failure notBool,
      Failure tooLong,
      Failure exhausted) {}

  private Quantifiers() {}

  public static Code compile(Checker checker, Expr.Quantifier e) throws ConditionSyntaxException {
    Code range = checker.compile(e.range());
    checkRange(checker, e, range.type());
    int slot = checker.scope().open(e.variable(), range.type().element());
    int before = checker.nodes();
    Term body = checker.bool(e.body(), "the body of " + e.kind().text() + "()").term();
    checker.scope().close();
    Loop loop =
        new Loop(
            body,
            slot,
            checker.nodes() - before,
            e.kind() == Expr.Quantifier.Kind.EXISTS,
            checker.failure(e.body(), "the body of " + e.kind().text() + "() is not a bool"),
            checker.failure(
                e, "the list has more than %d elements".formatted(ConditionLimits.LIST_LENGTH)),
            checker.exhausted(e));
    return Code.of(Scalar.BOOL, loop(checker, e, range.term(), loop));
  }

  private static void checkRange(Checker checker, Expr.Quantifier e, Type range)
      throws ConditionSyntaxException {
    if (!range.isDynamic() && !(range instanceof MapType) && !(range instanceof ListType)) {
      throw checker.fault(
          e,
          "%s() looks through a list or a map, this is %s"
              .formatted(e.kind().text(), Checker.article(range)));
    }
  }

  private static Term loop(Checker checker, Expr.Quantifier e, Term range, Loop loop) {
    Failure neither = checker.failure(e, e.kind().text() + "() needs a list or a map");
    return frame ->
        switch (Term.value(range, frame)) {
          case Failure failure -> failure;
          case List<?> list -> run(frame, list, loop);
          case Map<?, ?> map -> run(frame, map.keySet(), loop);
          case null, default -> neither;
        };
  }

  private static @Nullable Object run(Frame frame, Collection<?> elements, Loop loop) {
    if (elements.size() > ConditionLimits.LIST_LENGTH) {
      return loop.tooLong();
    }
    Object undecided = !loop.decisive();
    for (Object element : elements) {
      if (!frame.spend(loop.weight())) {
        return loop.exhausted();
      }
      frame.assign(loop.slot(), element);
      Object value = Logic.operand(Term.value(loop.body(), frame), loop.notBool());
      if (loop.decisive().equals(value)) {
        return value;
      }
      undecided = undecided instanceof Failure ? undecided : value;
    }
    return undecided;
  }
}
