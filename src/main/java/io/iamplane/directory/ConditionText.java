package io.iamplane.directory;

import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.IamException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks a condition before it is saved, so that every stored one compiles. */
public final class ConditionText {

  private ConditionText() {}

  /** Checks a condition; null stays null. A fault is VALIDATION with line and column. */
  public static @Nullable String require(
      String field, @Nullable String condition, AttributeSchema schema) {
    if (condition == null) {
      return null;
    }
    try {
      Conditions.compile(condition, schema);
      return condition;
    } catch (ConditionSyntaxException e) {
      throw IamException.validation(field, place(e));
    }
  }

  /** Checks the stored condition of something after a change of attributes; a fault is CONFLICT. */
  public static void requireStill(
      String owner, @Nullable String condition, AttributeSchema schema) {
    try {
      Conditions.compile(Objects.requireNonNull(condition), schema);
    } catch (ConditionSyntaxException e) {
      throw IamException.conflict(
          "The condition of %s is not valid for the declared attributes: %s"
              .formatted(owner, place(e)));
    }
  }

  private static String place(ConditionSyntaxException e) {
    return "line %d, column %d: %s".formatted(e.line(), e.column(), e.reason());
  }
}
