package io.iamplane.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A thousand connections a second, at a socket whose clock the test moves. */
class ArrivalPaceTest {

  private final AtomicLong nanos = new AtomicLong();
  private final List<Object> handedOn = new ArrayList<>();
  private final ArrivalPace pace = new ArrivalPace(1_000, nanos::get);
  private final EmbeddedChannel server =
      new EmbeddedChannel(
          pace,
          new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object accepted) {
              handedOn.add(accepted);
            }
          });

  ArrivalPaceTest() {
    server.freezeTime();
  }

  private EmbeddedChannel arrive(@Nullable String address) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.pipeline().addLast(new GuardedConnection(channel, address, nanos::get));
    server.writeInbound(channel);
    return channel;
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    server.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    server.runScheduledPendingTasks();
  }

  @Test
  void aCrowdIsHandedOnByAndByAndNoneIsLost() {
    List<EmbeddedChannel> crowd = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      crowd.add(arrive("192.0.2.1"));
    }
    assertThat(handedOn).hasSize(16);
    pass(1);
    assertThat(handedOn).hasSize(17);
    for (int i = 0; i < 30; i++) {
      pass(1);
    }
    assertThat(handedOn).containsExactlyElementsOf(crowd);
  }

  @Test
  void aTrustedProxyDoesNotWait() {
    for (int i = 0; i < 40; i++) {
      arrive("192.0.2.1");
    }
    EmbeddedChannel proxy = arrive(null);
    assertThat(handedOn).last().isSameAs(proxy);
  }

  @Test
  void whatWaitsIsClosedWithTheSocket() {
    List<EmbeddedChannel> crowd = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      crowd.add(arrive("192.0.2.1"));
    }
    server.close();
    assertThat(crowd.subList(0, 16)).allMatch(EmbeddedChannel::isOpen);
    assertThat(crowd.subList(16, 20)).noneMatch(EmbeddedChannel::isOpen);
  }
}
