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

  static final int MAX_BODY = 4_096;

  private final Promise<HttpExchange.Answer> done = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private final HttpClientResponse response;

  private AnswerReader(HttpClientResponse response) {
    this.response = response;
  }

  static Future<HttpExchange.Answer> read(HttpClientResponse response) {
    AnswerReader reader = new AnswerReader(response);
    response
        .handler(reader::add)
        .exceptionHandler(_ -> reader.finish())
        .endHandler(_ -> reader.finish());
    return reader.done.future();
  }

  private void add(Buffer part) {
    int room = MAX_BODY - body.length();
    body.appendBuffer(part, 0, Math.min(room, part.length()));
    if (part.length() > room) {
      finish();
      // Nobody reads the rest: the connection cannot be used again.
      response.request().reset();
    }
  }

  private void finish() {
    done.tryComplete(
        new HttpExchange.Answer(
            response.statusCode(), response.getHeader("retry-after"), text(body)));
  }

  /** PostgreSQL stores no zero character, and a cut may leave half of one. */
  private static String text(Buffer buffer) {
    return new String(buffer.getBytes(), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
  }
}
