package io.iamplane.http.body;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads bodies after their head was judged, and discards the unread ones. */
@Singleton
public class Bodies {

  private static final String SHARE = BodyShare.class.getName();
  private static final String RECEIVED = ReceivedBody.class.getName();
  private static final String CONTINUE = "100-continue";

  private final BodyBudget budget;
  private final BodyLimits limits;
  private final Deadlines deadlines;

  /** Bodies of answered requests that are being read. */
  private final AtomicInteger leftovers = new AtomicInteger();

  Bodies(BodyBudget budget, BodyLimits limits, Deadlines deadlines) {
    this.budget = budget;
    this.limits = limits;
    this.deadlines = deadlines;
  }

  /** Returns true if the head announces a body; over HTTP/2 one may come unannounced. */
  public static boolean isAnnounced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      return !length.equals("0");
    }
    return request.version() == HttpVersion.HTTP_2
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** Registers the body's share first of all, so that the end of the request can release it. */
  public void begin(RoutingContext context) {
    context.put(SHARE, new BodyShare(budget));
  }

  /**
   * Reads the whole body. Fails with a refusal if it is too large or too slow, or if there is no
   * memory for it now, and at once if the request is over. A second call gets the same.
   */
  public CompletableFuture<ReceivedBody> receive(RoutingContext context, BodySender sender) {
    CompletableFuture<ReceivedBody> body = context.get(RECEIVED);
    if (body == null) {
      body = new CompletableFuture<>();
      context.put(RECEIVED, body);
      begin(context, sender, body);
    }
    return body;
  }

  private void begin(
      RoutingContext context, BodySender sender, CompletableFuture<ReceivedBody> receiver) {
    BodyShare share = context.get(SHARE);
    HttpServerRequest request = context.request();
    if (!share.belongTo(sender) || request.response().closed()) {
      receiver.completeExceptionally(IncomingBody.incomplete());
      return;
    }
    if (CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    new IncomingBody(request, share, limits, deadlines, receiver).receive();
  }

  /** Returns true if the whole body was received, even if a later handler paused the request. */
  private static boolean isReceived(RoutingContext context) {
    CompletableFuture<ReceivedBody> body = context.get(RECEIVED);
    return body != null && body.isDone() && !body.isCompletedExceptionally();
  }

  int leftovers() {
    return leftovers.get();
  }

  /**
   * Discards the rest of a body after the request was answered or its connection is gone. On the
   * connection's event loop: elsewhere the end of the body could pass unseen.
   *
   * @param afterwards runs when the whole request was read and the connection can go on
   */
  public void finish(RoutingContext context, Runnable afterwards) {
    BodyShare share = context.get(SHARE);
    share.release();
    if (isReceived(context) || context.request().isEnded()) {
      afterwards.run();
    } else {
      new Leftover(context.request(), limits, deadlines, leftovers, afterwards).discard();
    }
  }
}
