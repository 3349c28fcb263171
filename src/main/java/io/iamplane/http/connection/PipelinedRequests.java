package io.iamplane.http.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the heads of one HTTP/1 connection that were read and not begun. Vert.x queues them behind
 * the request that is being answered, without a bound.
 */
final class PipelinedRequests extends ChannelInboundHandlerAdapter {

  /** More than any usual client sends ahead. */
  static final int MAX = 32;

  private final GuardedConnection connection;
  private final AtomicInteger waiting = new AtomicInteger();

  PipelinedRequests(GuardedConnection connection) {
    this.connection = connection;
  }

  void begin() {
    waiting.decrementAndGet();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest && waiting.incrementAndGet() > MAX) {
      connection.cut();
    }
    if (waiting.get() > MAX) {
      ReferenceCountUtil.release(message);
    } else {
      context.fireChannelRead(message);
    }
  }
}
