package io.iamplane.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.forwarded.ProxyConfig;
import io.iamplane.http.forwarded.ProxyConfig.Header;
import io.iamplane.http.forwarded.ProxySettings;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
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

  private record Limits(int max, int perAddress, Duration headTime, Duration idleTime)
      implements ConnectionConfig {}

  private record Proxies(Optional<List<String>> trusted, Header header) implements ProxyConfig {}

  private final AtomicLong now = new AtomicLong();
  private final ConnectionGuard guard =
      new ConnectionGuard(
          new Limits(6, 2, Duration.ofSeconds(10), Duration.ofSeconds(60)),
          new ProxySettings(new Proxies(Optional.of(List.of("10.0.0.1")), Header.X_FORWARDED)),
          now::get);

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
}
