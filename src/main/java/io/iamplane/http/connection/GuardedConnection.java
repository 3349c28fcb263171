package io.iamplane.http.connection;

import io.iamplane.ops.OutOfMemoryExit;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.VertxHandler;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The timing of one connection, as the first handler of its channel. Bytes alone keep nothing
 * alive: only complete heads do. Written by the connection's event loop, read by the timer.
 */
public final class GuardedConnection extends ChannelInboundHandlerAdapter {

  private static final AttributeKey<GuardedConnection> KEY =
      AttributeKey.valueOf(GuardedConnection.class, "guard");

  private static final String PIPELINED = "iam-pipelined";

  private enum Waiting {
    /** For the first request, a TLS handshake before it perhaps. */
    FIRST_HEAD,
    /** For anything; nothing arrived since the last request. */
    ANYTHING,
    /** For the rest of a head that has begun. */
    REST_OF_HEAD
  }

  private final Channel channel;
  private final boolean proxy;
  private final LongSupplier nanos;
  private final UnreadAnswers unread;
  private final UnreadStreams streams;
  private final PipelinedRequests pipelined = new PipelinedRequests(this);
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Waiting waiting = Waiting.FIRST_HEAD;
  private volatile long since;
  private volatile boolean multiplexed;
  private volatile boolean closing;
  private volatile boolean cut;
  private @Nullable ChannelHandlerContext place;

  /**
   * @param proxy true if a trusted proxy keeps it, for requests of many clients
   */
  GuardedConnection(Channel channel, boolean proxy, LongSupplier nanos) {
    this.channel = channel;
    this.proxy = proxy;
    this.nanos = nanos;
    this.unread = new UnreadAnswers(channel, this::isRead);
    this.streams = new UnreadStreams(channel, unread::proceed);
    this.since = nanos.getAsLong();
    channel.attr(KEY).set(this);
  }

  /** The connection of a request; null for one that came before the guard. */
  public static @Nullable GuardedConnection of(HttpServerRequest request) {
    return request.connection() instanceof ConnectionBase connection
        ? connection.channel().attr(KEY).get()
        : null;
  }

  /** A head is complete; false when the connection takes no more requests. */
  public boolean begin(HttpServerRequest request) {
    begin(request.version());
    if (multiplexed) {
      streams.begin(request.response());
    } else {
      countPipelined();
    }
    return !closing;
  }

  void begin(HttpVersion version) {
    multiplexed = version == HttpVersion.HTTP_2;
    requests.incrementAndGet();
  }

  private void countPipelined() {
    ChannelPipeline handlers = channel.pipeline();
    if (handlers.get(PIPELINED) != null) {
      pipelined.begin();
    } else {
      ChannelHandlerContext vertx = handlers.context(VertxHandler.class);
      if (vertx != null) {
        handlers.addBefore(vertx.name(), PIPELINED, pipelined);
      }
    }
  }

  /** Returns true if the client has read most of the data sent. */
  public boolean isRead() {
    return channel.isWritable() && streams.isRead();
  }

  /** Runs work on the event loop once the client has read the data sent, if it ever does. */
  public void whenRead(Runnable work) {
    unread.whenRead(work);
  }

  /** A request was answered, or is lost. */
  public void end(HttpServerRequest request) {
    if (multiplexed) {
      streams.end(request.response().streamId());
    }
    end();
  }

  void end() {
    if (requests.decrementAndGet() == 0) {
      since = nanos.getAsLong();
      waiting = Waiting.ANYTHING;
    }
  }

  /** No request that follows is answered. */
  public void takeNoMore() {
    closing = true;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    // HTTP/2 sends frames that begin no request, such as pings.
    if (waiting == Waiting.ANYTHING && !multiplexed && requests.get() == 0) {
      since = nanos.getAsLong();
      waiting = Waiting.REST_OF_HEAD;
    }
    context.fireChannelRead(bytes);
  }

  /**
   * Handles failed buffer allocations, and the unsent rest of an HTTP/2 stream that was reset,
   * which is no reason to close the connection of the other streams.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
    OutOfMemoryExit.endIfCausedBy(error);
    if (!(error instanceof Http2Exception.StreamException)) {
      context.fireExceptionCaught(error);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    place = context;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.fireChannelWritabilityChanged();
    unread.proceed();
  }

  boolean isProxy() {
    return proxy;
  }

  /** Returns true if it can give up its place; a proxy's connections are its pool and stay. */
  boolean isIdle() {
    return !proxy && !cut && requests.get() == 0;
  }

  long since() {
    return since;
  }

  void closeIfLate(long now, Patience patience) {
    if (requests.get() == 0
        && now - since > (waiting == Waiting.ANYTHING ? patience.idle() : patience.head())) {
      var _ = channel.close();
    } else if (unread.isStuck(now, patience.unread())) {
      cut();
    } else {
      streams.resetStuck(now, patience.unread());
    }
  }

  /** Closes at once. A regular close would wait in the handlers for the client to read. */
  void cut() {
    cut = true;
    if (place != null) {
      var _ = place.close();
    }
  }
}
