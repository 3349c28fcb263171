package io.iamplane.shared.wire;

import io.iamplane.shared.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * An operation that is answered straight from its connection, on the event loop, where nothing
 * speaks against it: a POST of a short JSON body by a caller who is known and permitted. What it
 * cannot answer at once with a success is left to the resource of the same path, which says
 * everything else; so the two must answer alike.
 */
public interface DirectOperation {

  /** Where it is asked, in full. */
  String path();

  /** What the caller needs. */
  String permission();

  /**
   * Answers, or throws before it has any effect: {@link MustWaitException} where a wait is needed,
   * else for a body that is refused.
   *
   * @param more charges the caller for more than one question
   * @param gone whether the client has left
   * @return the body of the success, to be written as JSON
   */
  CompletionStage<?> answer(
      Caller caller, InputStream body, RequestAllowance more, BooleanSupplier gone)
      throws IOException;
}
