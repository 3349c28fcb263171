package io.iamplane.http.connection;

import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.http.limit.Addresses;
import io.iamplane.shared.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Stands at the server's socket, before anything is allocated for a connection, and closes those
 * that hold a place without using it.
 */
@Sharable
final class ConnectionGuard extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = Logger.getLogger(ConnectionGuard.class);
  private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();

  private final ConnectionConfig config;
  private final ProxySettings proxies;
  private final Ticker ticker;
  private final ConnectionShares shares;
  private final Patience patience;
  private final Crowd crowd;
  private final Set<GuardedConnection> open = ConcurrentHashMap.newKeySet();
  private volatile long lastWarned;

  ConnectionGuard(
      ConnectionConfig config, Patience patience, ProxySettings proxies, Ticker ticker) {
    this.config = config;
    this.proxies = proxies;
    this.ticker = ticker;
    this.shares = new ConnectionShares(config.max(), config.perAddress());
    this.patience = patience;
    this.crowd = new Crowd(open, ticker);
    this.lastWarned = ticker.nanos() - WARNING_NANOS;
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
    // In time, since it takes a moment until a closed one has gone.
    if (shares.open() >= config.max() - 2 * shares.reserve()) {
      crowd.makeRoom(Math.max(1, shares.reserve() / 4));
    }
    if (!shares.take(address)) {
      warn(address);
      channel.unsafe().closeForcibly();
      return false;
    }
    GuardedConnection connection = new GuardedConnection(channel, address == null, ticker::nanos);
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

  void sweep() {
    long now = ticker.nanos();
    boolean crowded = shares.isCrowded();
    Patience less = patience.crowded();
    open.forEach(connection ->
        connection.closeIfLate(now, crowded && !connection.isProxy() ? less : patience));
  }

  /** Behind a balancer that is not trusted, all clients are one address. */
  private void warn(@Nullable String address) {
    long now = ticker.nanos();
    if (shares.isFull(address) && now - lastWarned >= WARNING_NANOS) {
      lastWarned = now;
      LOG.warnf(
          "%s has reached the limit of %d connections per address, so new ones are refused; if"
              + " it is your proxy or load balancer, add it to iam.http.proxies.trusted",
          address, config.perAddress());
    }
  }

  private @Nullable String shareOf(Channel channel) {
    if (channel.remoteAddress() instanceof InetSocketAddress peer && peer.getAddress() != null) {
      String address = peer.getAddress().getHostAddress();
      boolean proxy = proxies.trusts(address);
      return proxy ? null : Addresses.network(address);
    }
    return null;
  }
}
