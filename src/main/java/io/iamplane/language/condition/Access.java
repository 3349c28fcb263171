package io.iamplane.language.condition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles reads of attributes and their members, and tests for their presence. */
final class Access {

  private Access() {}

  static Code field(Compiler compiler, Expr.Field e) {
    Root root = e.root();
    String name = e.name();
    Type type = compiler.scope().field(root, name);
    Term term =
        new FieldTerm(
            root,
            name,
            type.isDynamic() ? null : Admission.of(type),
            null,
            compiler.failure(e, root.text() + "." + name + " is absent"),
            compiler.failure(e, "%s.%s is not %s".formatted(root.text(), name, type.described())));
    return Code.of(type, term);
  }

  static Code parameter(Compiler compiler, Expr.Parameter e) {
    String name = e.name();
    Type type = compiler.scope().parameter(name);
    Failure mistyped =
        compiler.failure(e, "the parameter %s is not %s".formatted(name, type.described()));
    return Code.of(
        type,
        new FieldTerm(
            Root.CONTEXT,
            name,
            type.isDynamic() ? null : Admission.of(type),
            type.isDynamic() ? null : mistyped,
            compiler.failure(e, "the parameter " + name + " is missing"),
            mistyped));
  }

  static Code select(Compiler compiler, Expr.Select e) throws ConditionSyntaxException {
    Code operand = container(compiler, e.operand(), e, "." + e.name());
    String name = e.name();
    Failure absent = compiler.failure(e, "the map has no key '" + name + "'");
    Failure noMap = compiler.failure(e, "cannot read '" + name + "': the value is not a map");
    return Code.of(
        operand.type().item(),
        frame -> {
          Object value = Term.value(operand.term(), frame);
          if (value instanceof Map<?, ?> map) {
            return entry(map, name, absent);
          }
          return value instanceof Failure ? value : noMap;
        });
  }

  private static Code container(Compiler compiler, Expr operand, Expr at, String what)
      throws ConditionSyntaxException {
    Code code = compiler.compile(operand);
    if (!code.type().isDynamic() && !(code.type() instanceof MapType)) {
      throw compiler.fault(at, "%s has no %s".formatted(code.type().described(), what));
    }
    return code;
  }

  private static @Nullable Object entry(Map<?, ?> map, String key, Failure absent) {
    Object value = map.get(key);
    return value == null && !map.containsKey(key) ? absent : value;
  }

  static Code has(Compiler compiler, Expr.Has e) throws ConditionSyntaxException {
    return switch (e.target()) {
      case Expr.Field field -> hasField(compiler, field);
      case Expr.Select select -> hasEntry(compiler, select);
      case Expr other ->
          throw compiler.fault(other, "has() takes one field, such as has(subject.department)");
    };
  }

  private static Code hasField(Compiler compiler, Expr.Field field) {
    Root root = field.root();
    String name = field.name();
    compiler.scope().field(root, name);
    return Code.of(
        Scalar.BOOL,
        frame -> frame.attributes().get(root, name) != null || frame.attributes().has(root, name));
  }

  private static Code hasEntry(Compiler compiler, Expr.Select select)
      throws ConditionSyntaxException {
    Code operand = container(compiler, select.operand(), select, "." + select.name());
    Failure noMap =
        compiler.failure(select, "cannot read '" + select.name() + "': the value is not a map");
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object value = Term.value(operand.term(), frame);
          if (value instanceof Map<?, ?> map) {
            return map.containsKey(select.name());
          }
          return value instanceof Failure ? value : noMap;
        });
  }

  static Code index(Compiler compiler, Expr.Index e) throws ConditionSyntaxException {
    Code operand = compiler.compile(e.operand());
    Code index = compiler.compile(e.index());
    checkIndex(compiler, e, operand.type(), index.type());
    Failure absent = compiler.failure(e, "there is no element with that index or key");
    Failure exhausted = compiler.exhausted(e);
    Failure mismatch = compiler.failure(e, "'[]' needs a list and an int, or a map and a string");
    return Code.of(
        operand.type().item(),
        frame -> {
          Object in = Term.value(operand.term(), frame);
          Object at = Term.value(index.term(), frame);
          if (in instanceof Failure || at instanceof Failure) {
            return in instanceof Failure ? in : at;
          }
          if (in instanceof Map<?, ?> map && at instanceof String key) {
            return frame.spendText(key.length()) ? entry(map, key, absent) : exhausted;
          }
          return in instanceof List<?> list && at instanceof Number number
              ? element(list, number, absent)
              : mismatch;
        });
  }

  private static void checkIndex(Compiler compiler, Expr.Index e, Type operand, Type index)
      throws ConditionSyntaxException {
    boolean fits =
        switch (operand) {
          case ListType _ -> index == Scalar.INT || index.isDynamic();
          case MapType _ -> index == Scalar.STRING || index.isDynamic();
          case Scalar.ANY -> index == Scalar.INT || index == Scalar.STRING || index.isDynamic();
          case Scalar _ -> false;
        };
    if (!fits) {
      throw compiler.fault(
          e, "%s cannot be indexed with %s".formatted(operand.described(), index.described()));
    }
  }

  private static @Nullable Object element(List<?> list, Number index, Failure absent) {
    Long exact = Numbers.exactInteger(index);
    return exact == null || exact < 0 || exact >= list.size() ? absent : list.get(exact.intValue());
  }
}
