package io.iamplane.language.condition;

import java.util.List;

/** Finds the method of a name. */
final class Methods {

  private static final String NETWORK = "inCidr";

  private Methods() {}

  public static Code call(Checker checker, Expr.Method e) throws ConditionSyntaxException {
    if (e.name().equals("size")) {
      Arguments.count(checker, e, "size", e.arguments(), 0, 0);
      return Functions.size(checker, e, e.target());
    }
    TextTest text = TextTest.named(e.name());
    if (text != null) {
      return TextMethods.compile(checker, e, text);
    }
    TimePart part = TimePart.named(e.name());
    if (part != null) {
      return TimeMethods.compile(checker, e, part);
    }
    if (e.name().equals(NETWORK)) {
      return NetworkMethod.compile(checker, e);
    }
    throw checker.fault(
        e,
        "there is no method '%s'; there are %s"
            .formatted(
                e.name(),
                String.join(
                    ", ",
                    List.of(TextTest.names(), NETWORK + ", exists, all, size", TimePart.names()))));
  }
}
