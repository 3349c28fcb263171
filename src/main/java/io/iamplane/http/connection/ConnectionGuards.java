package io.iamplane.http.connection;

import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.shared.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * Puts the guard before the sockets of the API, once they listen. Vert.x has a handler of new
 * connections, too, but calls it at the first bytes: connections that send none would not count.
 */
@Singleton
class ConnectionGuards {

  private static final String NAME = "iam-guard";
  private static final long MAX_PERIOD_MILLIS = 1_000;
  private static final int LOOKS_PER_LIMIT = 8;

  private final Vertx vertx;
  private final HttpServer ports;
  private final ConnectionGuard guard;
  private final long timer;

  ConnectionGuards(
      Vertx vertx,
      HttpServer ports,
      ConnectionConfig config,
      Patience patience,
      ProxySettings proxies,
      Ticker ticker,
      MeterRegistry registry) {
    this.vertx = vertx;
    this.ports = ports;
    this.guard = new ConnectionGuard(config, patience, proxies, ticker);
    Gauge.builder("iam_http_connections", this, guards -> guards.guard.open())
        .description("Open connections to the API")
        .register(registry);
    long shortest = TimeUnit.NANOSECONDS.toMillis(Math.min(patience.head(), patience.idle()));
    long period = Math.clamp(shortest / LOOKS_PER_LIMIT, 1, MAX_PERIOD_MILLIS);
    this.timer = vertx.setPeriodic(period, id -> guard.sweep());
  }

  /** A bean, so that tests can have shorter times. */
  @Produces
  @DefaultBean
  @Singleton
  static Patience patience(ConnectionConfig config) {
    return Patience.of(config);
  }

  void plain(@ObservesAsync HttpServerStart started) {
    install();
  }

  void secure(@ObservesAsync HttpsServerStart started) {
    install();
  }

  void stop(@Observes(notifyObserver = Reception.IF_EXISTS) ShutdownEvent event) {
    vertx.cancelTimer(timer);
  }

  int open() {
    return guard.open();
  }

  private void install() {
    for (EventExecutor executor : ((VertxInternal) vertx).getAcceptorEventLoopGroup()) {
      if (executor instanceof SingleThreadEventLoop loop) {
        loop.execute(() -> install(loop.registeredChannelsIterator()));
      }
    }
  }

  private void install(Iterator<Channel> channels) {
    channels.forEachRemaining(channel -> {
      if (channel instanceof ServerChannel && !isManagement(channel)) {
        if (channel.pipeline().get(NAME) != null) {
          channel.pipeline().remove(NAME);
        }
        channel.pipeline().addFirst(NAME, guard);
      }
    });
  }

  /** Returns true for the operators' own port; its requests are not counted here. */
  private boolean isManagement(Channel channel) {
    return channel.localAddress() instanceof InetSocketAddress local
        && local.getPort() == ports.getManagementPort();
  }
}
