package io.iamplane.webhook.send;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;

/**
 * Reads an answer: its status counts, of its body the beginning is kept. A body that is longer, or
 * breaks off, changes nothing about the status.
 */
final class AnswerReader {

  /** The part of a receiver's answer that is kept. */
  static final int MAX_BODY = 4_096;

  private final Promise<HttpExchange.Answer> done = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private final HttpClientResponse response;
  private final int most;
  private boolean whole;

  AnswerReader(HttpClientResponse response, int most) {
    this.response = response;
    this.most = most;
  }

  Future<HttpExchange.Answer> read() {
    response.handler(this::add).exceptionHandler(_ -> finish()).endHandler(_ -> end());
    return done.future();
  }

  private synchronized void add(Buffer part) {
    if (done.future().isComplete()) {
      return;
    }
    int room = most - body.length();
    body.appendBuffer(part, 0, Math.min(room, part.length()));
    if (part.length() > room) {
      finish();
      // The rest is not read: the connection cannot be used again.
      response.request().reset();
    }
  }

  private synchronized void end() {
    // A body that was cut is over already.
    whole = !done.future().isComplete();
    finish();
  }

  private void finish() {
    done.tryComplete(soFar());
  }

  /** The answer with the part of its body that was received by now. */
  synchronized HttpExchange.Answer soFar() {
    return new HttpExchange.Answer(
        response.statusCode(), response.getHeader("retry-after"), text(body), whole);
  }

  /** PostgreSQL stores no zero character, and a cut may leave half of one. */
  private static String text(Buffer buffer) {
    return new String(buffer.getBytes(), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
  }
}
