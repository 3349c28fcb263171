package io.iamplane.language.condition;

import java.util.Map;

/** From a condition's text to something that can be evaluated. */
public final class Conditions {

  private Conditions() {}

  /**
   * Reads, checks and compiles a condition. The work is bounded by {@link ConditionLimits}.
   *
   * @throws ConditionSyntaxException when the text is not a condition, when its types cannot fit
   *     the schema, or when it exceeds a limit
   */
  public static Condition compile(String source, AttributeSchema schema)
      throws ConditionSyntaxException {
    Source text = Source.of(source);
    Expr expr = Parser.parse(text, Vocabulary.OF_FACTS);
    return Compiler.compile(text, expr, new Scope(schema, Map.of()));
  }
}
