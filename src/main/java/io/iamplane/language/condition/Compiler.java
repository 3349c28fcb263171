package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the types of a syntax tree and turns each node into a closure, in one walk. */
final class Compiler {

  private final Source source;
  private final Scope scope;
  private int nodes;

  private Compiler(Source source, Scope scope) {
    this.source = source;
    this.scope = scope;
  }

  /**
   * Compiles a whole condition, which must be a bool or dynamic.
   *
   * @throws ConditionSyntaxException when types cannot fit, or a constant is invalid
   */
  public static Condition compile(Source source, Expr expr, Scope scope)
      throws ConditionSyntaxException {
    Compiler compiler = new Compiler(source, scope);
    Code code = compiler.bool(expr, "the condition");
    return new CompiledCondition(
        code.term(),
        compiler.nodes,
        compiler.scope.slots(),
        compiler.failure(expr, "the condition is not a bool"),
        CanonicalText.of(expr),
        compiler.scope.reads());
  }

  Code compile(Expr expr) throws ConditionSyntaxException {
    nodes++;
    return switch (expr) {
      case Expr.Literal e -> Code.literal(e.value());
      case Expr.ListLiteral e -> list(e);
      case Expr.MapLiteral e -> MapLiterals.compile(this, e);
      case Expr.Field e -> Access.field(this, e);
      case Expr.Parameter e -> Access.parameter(this, e);
      case Expr.Variable e -> variable(e);
      case Expr.Select e -> Access.select(this, e);
      case Expr.Index e -> Access.index(this, e);
      case Expr.Has e -> Access.has(this, e);
      case Expr.Not e -> Logic.not(this, e);
      case Expr.Negate e -> Arithmetic.negate(this, e);
      case Expr.Binary e -> binary(e);
      case Expr.And e -> Logic.chain(this, e.terms(), e, false);
      case Expr.Or e -> Logic.chain(this, e.terms(), e, true);
      case Expr.Choice e -> Logic.choice(this, e);
      case Expr.Call e -> Functions.call(this, e);
      case Expr.Method e -> Methods.call(this, e);
      case Expr.Quantifier e -> Quantifiers.compile(this, e);
    };
  }

  /** Compiles an operand that must be a bool; {@code what} names it in a message. */
  Code bool(Expr expr, String what) throws ConditionSyntaxException {
    Code code = compile(expr);
    if (!code.mayBe(Scalar.BOOL)) {
      throw fault(expr, what + " must be a bool, not " + code.type().described());
    }
    return code;
  }

  /** Compiles an argument or a method's target that has to be of that type. */
  Code typed(Expr argument, String what, Scalar type) throws ConditionSyntaxException {
    Code code = compile(argument);
    if (!code.mayBe(type)) {
      throw fault(
          argument,
          "%s must be %s, not %s".formatted(what, type.described(), code.type().described()));
    }
    return code;
  }

  /** Checks the number of arguments of a function or method; no caller allows more than one. */
  void count(Expr at, String name, List<Expr> given, int least, int most)
      throws ConditionSyntaxException {
    if (given.size() < least || given.size() > most) {
      String wanted =
          most == 0 ? "no arguments" : least == 1 ? "one argument" : "at most one argument";
      throw fault(at, "%s() takes %s".formatted(name, wanted));
    }
  }

  Scope scope() {
    return scope;
  }

  /** Nodes compiled so far: the difference over a part is the part's weight. */
  int nodes() {
    return nodes;
  }

  /** An evaluation error at that place. */
  Failure failure(Expr at, String reason) {
    return new Failure(source.place(at.offset()), reason);
  }

  /** The evaluation error of a spent step budget, at that place. */
  Failure exhausted(Expr at) {
    return Failure.exhausted(source.place(at.offset()));
  }

  ConditionSyntaxException fault(Expr at, String reason) {
    return source.fault(at.offset(), reason);
  }

  private Code binary(Expr.Binary e) throws ConditionSyntaxException {
    return switch (e.operator()) {
      case EQUAL, NOT_EQUAL -> Equality.compile(this, e);
      case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL -> Relations.compile(this, e);
      case IN -> Membership.compile(this, e);
      case PLUS, MINUS, TIMES, DIVIDE, REMAINDER -> Arithmetic.compile(this, e);
    };
  }

  private Code variable(Expr.Variable e) {
    int slot = scope.slot(e.name());
    return Code.of(scope.type(slot), frame -> frame.variable(slot));
  }

  private Code list(Expr.ListLiteral e) throws ConditionSyntaxException {
    List<Code> elements = new ArrayList<>();
    for (Expr element : e.elements()) {
      elements.add(compile(element));
    }
    Type type = elements.stream().map(Code::type).reduce(Type::join).orElse(Scalar.ANY);
    Term[] terms = elements.stream().map(Code::term).toArray(Term[]::new);
    if (elements.stream().allMatch(Code::isConstant)) {
      List<@Nullable Object> values = new ArrayList<>();
      elements.forEach(element -> values.add(element.constant()));
      return Code.constant(new ListType(type), values);
    }
    return Code.of(new ListType(type), frame -> elements(frame, terms));
  }

  private static Object elements(Frame frame, Term[] terms) {
    List<@Nullable Object> values = new ArrayList<>(terms.length);
    for (Term term : terms) {
      Object value = Term.value(term, frame);
      if (value instanceof Failure) {
        return value;
      }
      values.add(value);
    }
    return values;
  }
}
