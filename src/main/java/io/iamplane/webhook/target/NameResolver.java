package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks names up. A port, so that tests control every answer. */
@FunctionalInterface
public interface NameResolver {

  /**
   * The addresses of a name, at least one; may block for a few seconds.
   *
   * @throws ResolverBusyException when no lookup thread was free in time
   * @throws UnknownHostException when it has none, or no name server answered in time
   */
  List<InetAddress> resolve(String name) throws UnknownHostException;
}
