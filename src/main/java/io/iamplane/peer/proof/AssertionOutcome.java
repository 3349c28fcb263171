package io.iamplane.peer.proof;

import io.iamplane.peer.FilePlace;
import org.jspecify.annotations.Nullable;

/**
 * What became of an assertion.
 *
 * @param test whose it is
 * @param question in words: {@code user:ann viewer doc:plan}
 * @param expected in words
 * @param answered in words; null when it could not be asked
 * @param reason why it could not be asked, or the engine's reason; null when there is nothing to
 *     say
 */
public record AssertionOutcome(
    FilePlace place,
    String test,
    Result result,
    String question,
    String expected,
    @Nullable String answered,
    @Nullable String reason) {

  /** How it ended. */
  public enum Result {
    PASSED,
    FAILED,
    /** It cannot be put to this product, so it proves nothing. */
    NOT_ASKED
  }
}
