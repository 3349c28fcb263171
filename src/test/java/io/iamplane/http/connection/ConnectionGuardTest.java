package io.iamplane.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.forwarded.ProxyConfig;
import io.iamplane.http.forwarded.ProxyConfig.Header;
import io.iamplane.http.forwarded.ProxySettings;
import io.netty.buffer.Unpooled;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** At most 6 connections, 2 of an address; 10 s for a head, 60 s idle. 10.0.0.1 is a proxy. */
class ConnectionGuardTest {

  private record Limits(int max, int perAddress, Duration idleTime) implements ConnectionConfig {}

  private record Proxies(Optional<List<String>> trusted, Header header) implements ProxyConfig {}

  private final AtomicLong now = new AtomicLong();
  private ConnectionGuard guard = guard(6, 2);

  private ConnectionGuard guard(int max, int perAddress) {
    Limits limits = new Limits(max, perAddress, Duration.ofSeconds(60));
    return new ConnectionGuard(
        limits,
        Patience.of(limits),
        new ProxySettings(new Proxies(Optional.of(List.of("10.0.0.1")), Header.X_FORWARDED)),
        now::get);
  }

  /** A channel that comes from somewhere. */
  private static final class Arriving extends EmbeddedChannel {
    private final SocketAddress from;

    Arriving(String from) {
      super(false, false);
      this.from = new InetSocketAddress(from, 4711);
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return from;
    }
  }

  private Arriving arrive(String from) throws Exception {
    Arriving channel = new Arriving(from);
    if (guard.admit(channel)) {
      channel.register();
    }
    return channel;
  }

  private static GuardedConnection guarded(Arriving channel) {
    return channel.pipeline().get(GuardedConnection.class);
  }

  private void pass(long seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    guard.sweep();
  }

  @Test
  void oneAddressHasAShare() throws Exception {
    Arriving first = arrive("192.0.2.1");
    arrive("192.0.2.1");
    assertThat(guarded(arrive("192.0.2.1"))).isNull();
    assertThat(guarded(arrive("192.0.2.2"))).isNotNull();
    first.close();
    assertThat(guarded(arrive("192.0.2.1"))).isNotNull();
    assertThat(guard.open()).isEqualTo(3);
  }

  @Test
  void anIpv6NetworkIsOneAddress() throws Exception {
    arrive("2001:db8::1");
    arrive("2001:db8::2");
    assertThat(guarded(arrive("2001:db8::3"))).isNull();
    assertThat(guarded(arrive("2001:db8:0:1::1"))).isNotNull();
  }

  @Test
  void aTrustedProxyMayHoldAll() throws Exception {
    List<Arriving> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(arrive("10.0.0.1"));
    }
    assertThat(all).allSatisfy(channel -> assertThat(guarded(channel)).isNotNull());
    assertThat(guarded(arrive("10.0.0.1"))).isNull();
    assertThat(guarded(arrive("192.0.2.1"))).isNull();
  }

  @Test
  void withoutAHeadItIsClosedHoweverManyBytesCome() throws Exception {
    Arriving silent = arrive("192.0.2.1");
    Arriving trickling = arrive("192.0.2.2");
    for (int i = 0; i < 10; i++) {
      trickling.writeInbound(Unpooled.wrappedBuffer(new byte[] {'G'}));
      pass(1);
    }
    assertThat(silent.isOpen()).isTrue();
    pass(1);
    assertThat(silent.isOpen()).isFalse();
    assertThat(trickling.isOpen()).isFalse();
    assertThat(guard.open()).isZero();
  }

  @Test
  void aRequestMayTakeItsTimeAndTheNextMayComeLater() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    guarded(channel).begin(HttpVersion.HTTP_1_1);
    pass(600);
    assertThat(channel.isOpen()).isTrue();
    guarded(channel).end();
    pass(59);
    assertThat(channel.isOpen()).isTrue();
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'G'}));
    pass(9);
    assertThat(channel.isOpen()).isTrue();
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'E'}));
    pass(2);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void anIdleConnectionIsClosed() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    guarded(channel).begin(HttpVersion.HTTP_1_1);
    guarded(channel).end();
    pass(61);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void pingsKeepNoHttp2ConnectionAlive() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    guarded(channel).begin(HttpVersion.HTTP_2);
    guarded(channel).begin(HttpVersion.HTTP_2);
    guarded(channel).end();
    pass(600);
    assertThat(channel.isOpen()).as("one stream is open").isTrue();
    guarded(channel).end();
    for (int i = 0; i < 60; i++) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'P'}));
      pass(1);
    }
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
  }

  /** Until it is gone there is a moment; then the places are there. */
  private static List<Arriving> still(List<Arriving> channels) {
    channels.forEach(EmbeddedChannel::runPendingTasks);
    return channels.stream().filter(EmbeddedChannel::isOpen).toList();
  }

  @Test
  void whereManyAreIdleTheLongestIdleMakeRoomForANewcomer() throws Exception {
    guard = guard(64, 16);
    List<Arriving> attackers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      attackers.add(arrive("192.0.2." + i % 4));
      now.addAndGet(1);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(guarded(arrive("198.51.100." + i))).isNotNull();
      now.addAndGet(1);
    }
    assertThat(guard.open()).isLessThanOrEqualTo(64);
    assertThat(still(attackers)).isEmpty();
  }

  @Test
  void withoutAnyIdleOneTheLastPlacesAreForAddressesThatHoldFew() throws Exception {
    guard = guard(64, 32);
    List<Arriving> busy = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Arriving channel = arrive(i % 2 == 0 ? "192.0.2.1" : "192.0.2.2");
      busy.add(channel);
      if (guarded(channel) != null) {
        guarded(channel).begin(HttpVersion.HTTP_1_1);
      }
    }
    assertThat(guard.open()).isEqualTo(60);
    assertThat(guarded(arrive("192.0.2.1"))).isNull();
    assertThat(guarded(arrive("10.0.0.1"))).as("a proxy").isNull();
    assertThat(guarded(arrive("198.51.100.1"))).as("a probe").isNotNull();
    assertThat(guarded(busy.getFirst())).as("a request is under way").isNotNull();
    assertThat(busy.getFirst().isOpen()).isTrue();
  }

  @Test
  void whereManyAreOpenIdleOnesAreClosedSoonButNotAProxys() throws Exception {
    guard = guard(64, 16);
    Arriving proxy = arrive("10.0.0.1");
    guarded(proxy).begin(HttpVersion.HTTP_1_1);
    guarded(proxy).end();
    List<Arriving> idle = new ArrayList<>();
    for (int i = 0; i < 48; i++) {
      Arriving channel = arrive("192.0.2." + i % 4);
      guarded(channel).begin(HttpVersion.HTTP_1_1);
      idle.add(channel);
    }
    idle.subList(1, 48).forEach(channel -> guarded(channel).end());
    pass(4);
    assertThat(still(idle)).containsExactly(idle.getFirst());
    assertThat(proxy.isOpen()).isTrue();
    assertThat(guard.open()).isEqualTo(2);
  }

  private static void fill(Arriving channel) {
    channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(10, 20));
    channel.write(Unpooled.wrappedBuffer(new byte[100]));
    channel.runPendingTasks();
  }

  @Test
  void nothingIsAnsweredBeforeTheClientReads() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    AtomicLong answered = new AtomicLong();
    guarded(channel).whenRead(answered::incrementAndGet);
    assertThat(answered).hasValue(1);
    fill(channel);
    guarded(channel).whenRead(answered::incrementAndGet);
    guarded(channel).whenRead(answered::incrementAndGet);
    assertThat(guarded(channel).isRead()).isFalse();
    assertThat(answered).hasValue(1);
    channel.flush();
    channel.runPendingTasks();
    assertThat(answered).hasValue(3);
  }

  @Test
  void aClientThatDoesNotReadIsCutOffAlsoWhileItsRequestRuns() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    guarded(channel).begin(HttpVersion.HTTP_1_1);
    fill(channel);
    pass(1);
    pass(10);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    channel.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aConnectionThatSendsManyRequestsAheadIsCutOff() throws Exception {
    Arriving channel = arrive("192.0.2.1");
    channel.pipeline().addLast(new PipelinedRequests(guarded(channel)));
    for (int i = 0; i < 100; i++) {
      channel.writeOneInbound(
          new DefaultFullHttpRequest(
              io.netty.handler.codec.http.HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
    }
    channel.runPendingTasks();
    assertThat(channel.inboundMessages()).hasSize(PipelinedRequests.MAX);
    assertThat(channel.isOpen()).isFalse();
  }
}
