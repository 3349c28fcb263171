package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which addresses may be connected to: those of the public internet, and private ones that the
 * operator opened. The ranges are those of IANA's special-purpose registries (RFC 6890) and the
 * metadata services of the clouds.
 */
final class AddressRules {

  /** Never opened: they reach the machine's own link, a cloud's credentials, or no host. */
  private static final List<TargetNetwork> NEVER =
      ranges(
          "0.0.0.0/8", // this network
          "169.254.0.0/16", // link-local, with the metadata of most clouds
          "168.63.129.16/32", // Azure's own services
          "100.100.100.200/32", // metadata of Alibaba Cloud
          "192.0.0.192/32", // metadata of Oracle Cloud
          "224.0.0.0/4", // multicast
          "240.0.0.0/4", // reserved, with the broadcast address
          "::/96", // unspecified and IPv4-compatible; loopback stands below
          "fe80::/10", // link-local
          "fec0::/10", // site-local, deprecated
          "ff00::/8", // multicast
          "fd00:ec2::/32", // metadata of AWS
          "fd20:ce::/32", // metadata of Google Cloud
          "64:ff9b:1::/48", // local translation, to an address that only the translator knows
          "2001::/32", // Teredo
          "2002::/16" // 6to4
          );

  /** Closed unless the operator opens them. */
  private static final List<TargetNetwork> PRIVATE =
      ranges(
          "10.0.0.0/8",
          "100.64.0.0/10", // carrier-grade translation
          "127.0.0.0/8",
          "172.16.0.0/12",
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.31.196.0/24",
          "192.52.193.0/24",
          "192.88.99.0/24", // 6to4 relays, deprecated
          "192.168.0.0/16",
          "192.175.48.0/24",
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "::1/128",
          "100::/64", // discard
          "2001::/23", // protocol assignments
          "2001:db8::/32", // documentation
          "2620:4f:8000::/48",
          "3fff::/20", // documentation
          "5f00::/16", // segment routing
          "fc00::/7");

  private static final TargetNetwork LOOPBACK_6 = TargetNetwork.of("::1/128");
  private static final TargetNetwork NAT64 = TargetNetwork.of("64:ff9b::/96");
  private static final TargetNetwork GLOBAL_UNICAST = TargetNetwork.of("2000::/3");

  private final List<TargetNetwork> opened;

  /** Rules with the private ranges that an operator opened. */
  public AddressRules(List<TargetNetwork> opened) {
    this.opened = List.copyOf(opened);
  }

  /** Why an address may not be connected to; empty when it may. */
  public Optional<String> refusal(InetAddress address) {
    if (NAT64.contains(address)) {
      // A translator connects to the IPv4 address inside (RFC 6052).
      return refusal(AddressLiteral.embedded(address, 12));
    }
    if (in(NEVER, address) && !LOOPBACK_6.contains(address)) {
      return Optional.of("is an address that no webhook reaches");
    }
    if (in(opened, address)) {
      return Optional.empty();
    }
    boolean six = address.getAddress().length == 16;
    return in(PRIVATE, address) || (six && !GLOBAL_UNICAST.contains(address))
        ? Optional.of("is not a public address")
        : Optional.empty();
  }

  private static boolean in(List<TargetNetwork> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static List<TargetNetwork> ranges(String... texts) {
    return Stream.of(texts).map(TargetNetwork::of).toList();
  }
}
