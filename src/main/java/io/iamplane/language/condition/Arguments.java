package io.iamplane.language.condition;

import java.util.List;

/** Checks the arguments of a function or method. */
final class Arguments {

  private Arguments() {}

  public static void count(
      Compiler compiler, Expr at, String name, List<Expr> given, int least, int most)
      throws ConditionSyntaxException {
    if (given.size() < least || given.size() > most) {
      String wanted =
          most == 0
              ? "no arguments"
              : least == most
                  ? (most == 1 ? "one argument" : most + " arguments")
                  : "at most one argument";
      throw compiler.fault(at, "%s() takes %s".formatted(name, wanted));
    }
  }

  /** Compiles an argument or a method's target that has to be of that type. */
  public static Code typed(Compiler compiler, Expr argument, String what, Scalar type)
      throws ConditionSyntaxException {
    Code code = compiler.compile(argument);
    if (!code.mayBe(type)) {
      throw compiler.fault(
          argument,
          "%s must be %s, not %s"
              .formatted(what, type.described(), code.type().described()));
    }
    return code;
  }
}
