package io.iamplane.webhook.target;

import io.iamplane.shared.net.Cidr;
import io.iamplane.shared.net.IpAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a webhook's target when its URL is given, and before every connection, which then goes to
 * the checked address. A name that resolves differently in between has no effect.
 */
public final class TargetRules {

  private final AddressRules addresses;
  private final Set<Integer> ports;
  private final boolean development;

  /**
   * @param opened private ranges that the operator opened
   * @param development true to allow plain HTTP to this machine, at any port
   */
  public TargetRules(List<Cidr> opened, Set<Integer> ports, boolean development) {
    this.addresses = new AddressRules(opened);
    this.ports = Set.copyOf(ports);
    this.development = development;
  }

  /**
   * Reads a URL and checks all that needs no DNS lookup.
   *
   * @throws TargetRefusedException saying why it is no target
   */
  public TargetUrl check(String text) {
    TargetUrl url = TargetUrl.parse(text);
    if (isDevelopment(url)) {
      return url;
    }
    if (!url.secure()) {
      throw new TargetRefusedException("must use https");
    }
    if (!ports.contains(url.port())) {
      throw new TargetRefusedException(
          "must use one of the ports "
              + ports.stream().sorted().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    if (url.address() != null) {
      require(url.address());
    }
    return url;
  }

  /**
   * The address to connect to. Every address of the name is checked, and one that is refused
   * refuses them all.
   *
   * @throws TargetRefusedException saying why it is no target
   * @throws UnknownHostException when the name has no address
   */
  public InetSocketAddress locate(TargetUrl url, NameResolver resolver)
      throws UnknownHostException {
    InetAddress literal = url.address();
    List<InetAddress> found = literal == null ? resolver.resolve(url.host()) : List.of(literal);
    if (found.isEmpty()) {
      throw new UnknownHostException(url.host());
    }
    for (InetAddress address : found) {
      if (!(isDevelopment(url) && address.isLoopbackAddress())) {
        require(address);
      }
    }
    return new InetSocketAddress(found.getFirst(), url.port());
  }

  private boolean isDevelopment(TargetUrl url) {
    return development && !url.secure() && url.isLoopback();
  }

  private void require(InetAddress address) {
    addresses
        .refusal(IpAddress.of(address))
        .ifPresent(reason -> {
          throw new TargetRefusedException("must not lead to " + reason);
        });
  }
}
