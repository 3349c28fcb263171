package io.iamplane.decision.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One question and its answer.
 *
 * @param trap the trap that it tests, by its short name
 * @param beyondBounds true if the answer comes from a bound on the work, which the reference does
 *     not have
 * @param check the body of {@code POST decisions/check}
 */
public record MatrixCase(
    String name,
    @Nullable String trap,
    boolean beyondBounds,
    JsonNode check,
    MatrixExpectation expect) {

  public MatrixCase {
    Objects.requireNonNull(name, "a case has a name");
    Objects.requireNonNull(check, "a case has a check");
    Objects.requireNonNull(expect, "a case has an expectation");
  }

  /** The body, understood. */
  public MatrixCheck asked() {
    return MatrixCheck.of(check);
  }

  @Override
  public String toString() {
    return name;
  }
}
