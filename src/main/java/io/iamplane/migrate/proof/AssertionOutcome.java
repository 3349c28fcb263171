package io.iamplane.migrate.proof;

import io.iamplane.migrate.FilePlace;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an assertion of a test, in words.
 *
 * @param question such as {@code user:ann viewer doc:plan}
 * @param answered null if it could not be asked
 * @param reason the obstacle to the question, or the engine's reason; null if there is neither
 */
public record AssertionOutcome(
    FilePlace place,
    String test,
    Result result,
    String question,
    String expected,
    @Nullable String answered,
    @Nullable String reason) {

  public enum Result {
    PASSED,
    FAILED,
    /** The other system answers with an error, and this product allows: a listed difference. */
    ANSWERED_HERE,
    /** It cannot be put to this product, so it proves nothing. */
    NOT_ASKED
  }
}
