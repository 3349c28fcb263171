package io.iamplane.shared.wire;

import io.iamplane.shared.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * An operation that is answered straight from its connection, on the event loop, in the plain case:
 * a POST of a short JSON body by a known and permitted caller. Every case without an immediate
 * success is left to the resource of the same path; so the two must answer alike.
 */
public interface DirectOperation {

  String path();

  String permission();

  /**
   * Answers, or throws before it has any effect: {@link MustWaitException} if a wait is needed,
   * else the refusal of the body.
   *
   * @param more charges the caller for more than one question
   * @param gone returns true if the client has left
   * @return the body of the success, to be written as JSON
   */
  CompletionStage<?> answer(
      Caller caller, InputStream body, RequestAllowance more, BooleanSupplier gone)
      throws IOException;
}
