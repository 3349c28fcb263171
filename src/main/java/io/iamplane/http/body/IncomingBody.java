package io.iamplane.http.body;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Collects a request's body in one array: chunks of a byte would cost a hundred times its size. */
final class IncomingBody implements Handler<Buffer>, Timed {

  private static final int FIRST_BYTES = 1024;

  private final HttpServerRequest request;
  private final BodyShare share;
  private final BodyLimits limits;
  private final Deadlines deadlines;
  private final CompletableFuture<ReceivedBody> receiver;
  private final long started;
  private final long max;
  private byte[] bytes = new byte[0];
  private int length;
  private boolean over;

  IncomingBody(
      HttpServerRequest request,
      BodyShare share,
      BodyLimits limits,
      Deadlines deadlines,
      CompletableFuture<ReceivedBody> receiver) {
    this.request = request;
    this.share = share;
    this.limits = limits;
    this.deadlines = deadlines;
    this.receiver = receiver;
    this.started = deadlines.now();
    this.max = limits.max(request.path());
  }

  void receive() {
    deadlines.add(this);
    // Paused until all handlers are there: the end must not pass by.
    request.pause();
    request.handler(this).exceptionHandler(this::abort).endHandler(end -> complete());
    request.resume();
  }

  @Override
  public synchronized void handle(Buffer chunk) {
    if (over) {
      return;
    }
    if (chunk.length() > max - length) {
      fail(BodyLimits.tooLarge(max));
    } else if (!fits(length + chunk.length())) {
      fail(IamException.tooMany("Too many request bodies are being received at once.", 1));
    } else {
      chunk.getBytes(bytes, length);
      length += chunk.length();
    }
  }

  /** Makes room, doubling it, as far as the budget goes. */
  private boolean fits(int needed) {
    if (needed <= bytes.length) {
      return true;
    }
    int room = (int) Math.min(max, Math.max(needed, Math.max(FIRST_BYTES, 2L * bytes.length)));
    if (!share.grow(room - bytes.length)) {
      return false;
    }
    bytes = Arrays.copyOf(bytes, room);
    return true;
  }

  private void complete() {
    ReceivedBody whole;
    synchronized (this) {
      if (over) {
        return;
      }
      end();
      whole = new ReceivedBody(bytes, length);
    }
    // What is done with it takes its time: the watch over deadlines must not wait for that.
    receiver.complete(whole);
  }

  /** Ends the body of a lost connection: no answer can arrive, but the reader goes on. */
  private synchronized void abort(Throwable reason) {
    if (!over) {
      end();
      share.release();
      bytes = new byte[0];
      receiver.completeExceptionally(incomplete());
    }
  }

  static IamException incomplete() {
    return IamException.of(ErrorCode.MALFORMED_REQUEST, "The request body ended early.");
  }

  private void fail(IamException refusal) {
    end();
    share.release();
    bytes = new byte[0];
    request.pause();
    receiver.completeExceptionally(refusal);
  }

  private void end() {
    over = true;
    deadlines.remove(this);
  }

  @Override
  public synchronized boolean expire(long nanos) {
    if (!over && limits.isTooSlow(nanos - started, length)) {
      fail(IamException.of(ErrorCode.REQUEST_TIMEOUT, "The request body did not arrive in time."));
    }
    return over;
  }
}
