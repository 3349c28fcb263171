package io.iamplane.http.body;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads and discards the rest of a body after the answer, so that the client receives the answer
 * (RFC 9112, section 9.6). Cuts off long and slow bodies.
 */
final class Leftover implements Handler<Buffer>, Timed {

  private final HttpServerRequest request;
  private final Deadlines deadlines;
  private final long lastNanos;
  private final AtomicInteger present;
  private final Runnable afterwards;
  private long allowed;
  private boolean over;

  /**
   * @param present counts the bodies being read
   * @param afterwards runs when the connection can go on
   */
  Leftover(
      HttpServerRequest request,
      BodyLimits limits,
      Deadlines deadlines,
      AtomicInteger present,
      Runnable afterwards) {
    this.request = request;
    this.deadlines = deadlines;
    this.lastNanos = deadlines.now() + BodyLimits.GRACE_NANOS;
    this.allowed = limits.leftover(request.path(), present.get());
    this.present = present;
    this.afterwards = afterwards;
  }

  void discard() {
    present.incrementAndGet();
    deadlines.add(this);
    request.pause();
    request.handler(this).exceptionHandler(gone -> end()).endHandler(end -> complete());
    request.resume();
  }

  @Override
  public synchronized void handle(Buffer chunk) {
    allowed -= chunk.length();
    if (allowed < 0) {
      cutOff();
    }
  }

  private synchronized void complete() {
    if (!over) {
      end();
      afterwards.run();
    }
  }

  private void cutOff() {
    if (!over) {
      end();
      if (request.version() == HttpVersion.HTTP_2) {
        request.response().reset();
      } else {
        request.connection().close();
      }
    }
  }

  private synchronized void end() {
    if (!over) {
      over = true;
      present.decrementAndGet();
      deadlines.remove(this);
    }
  }

  @Override
  public synchronized boolean expire(long nanos) {
    if (nanos - lastNanos > 0) {
      cutOff();
    }
    return over;
  }
}
