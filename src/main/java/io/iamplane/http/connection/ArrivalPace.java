package io.iamplane.http.connection;

import io.iamplane.shared.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;

/**
 * Hands new connections on at a pace, behind the {@link ConnectionGuard}, which bounds how many
 * wait. Those of trusted proxies go on at once: one of theirs is many clients.
 */
final class ArrivalPace extends ChannelInboundHandlerAdapter {

  private final Arrivals<Channel> arrivals;
  private boolean scheduled;

  ArrivalPace(int perSecond, Ticker ticker) {
    this.arrivals = new Arrivals<>(perSecond, ticker);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    GuardedConnection connection =
        accepted instanceof Channel channel
            ? channel.pipeline().get(GuardedConnection.class)
            : null;
    if (connection == null || connection.address() == null) {
      context.fireChannelRead(accepted);
    } else {
      arrivals.add(connection.address(), (Channel) accepted);
      handOn(context);
    }
  }

  private void handOn(ChannelHandlerContext context) {
    for (Channel next = arrivals.next(); next != null; next = arrivals.next()) {
      context.fireChannelRead(next);
    }
    if (!arrivals.isEmpty() && !scheduled) {
      scheduled = true;
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    scheduled = false;
                    handOn(context);
                  },
                  Math.max(0, arrivals.nanosToNext()),
                  TimeUnit.NANOSECONDS);
    }
  }

  /** What still waits when the server stops listening is closed, not forgotten. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    arrivals.drain().forEach(waiting -> waiting.unsafe().closeForcibly());
  }
}
