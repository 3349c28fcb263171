package io.iamplane.http.connection;

import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.http.limit.Addresses;
import io.iamplane.shared.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands at the server's socket, before anything is allocated for a connection, and closes those
 * that hold a place without using it.
 */
@Sharable
final class ConnectionGuard extends ChannelInboundHandlerAdapter {

  private final ConnectionConfig config;
  private final ProxySettings proxies;
  private final Ticker ticker;
  private final ConnectionShares shares;
  private final Set<GuardedConnection> open = ConcurrentHashMap.newKeySet();

  ConnectionGuard(ConnectionConfig config, ProxySettings proxies, Ticker ticker) {
    this.config = config;
    this.proxies = proxies;
    this.ticker = ticker;
    this.shares = new ConnectionShares(config.max(), config.perAddress());
  }

  int open() {
    return shares.open();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (!(accepted instanceof Channel channel) || admit(channel)) {
      context.fireChannelRead(accepted);
    }
  }

  boolean admit(Channel channel) {
    String address = shareOf(channel);
    if (!shares.take(address)) {
      channel.unsafe().closeForcibly();
      return false;
    }
    GuardedConnection connection = new GuardedConnection(channel, ticker::nanos);
    open.add(connection);
    channel
        .closeFuture()
        .addListener(closed -> {
          open.remove(connection);
          shares.give(address);
        });
    channel.pipeline().addLast(connection);
    return true;
  }

  /** Closes what waits for too long. */
  void sweep() {
    long now = ticker.nanos();
    long headNanos = config.headTime().toNanos();
    long idleNanos = config.idleTime().toNanos();
    open.forEach(connection -> connection.closeIfLate(now, headNanos, idleNanos));
  }

  private @Nullable String shareOf(Channel channel) {
    if (channel.remoteAddress() instanceof InetSocketAddress peer && peer.getAddress() != null) {
      String address = peer.getAddress().getHostAddress();
      boolean proxy = proxies.trusted().contain(address);
      return proxy ? null : Addresses.network(address);
    }
    return null;
  }
}
