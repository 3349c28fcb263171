package io.iamplane.webhook.target;

import io.iamplane.shared.net.Cidr;
import io.iamplane.shared.net.IpAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Allows connections to addresses of the public internet, and to private ones that the operator
 * opened. The ranges are those of IANA's special-purpose registries (RFC 6890) and the metadata
 * services of the clouds.
 */
final class AddressRules {

  /** Never opened: they reach the machine's own link, a cloud's credentials, or no host. */
  private static final List<Cidr> NEVER =
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
  private static final List<Cidr> PRIVATE =
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

  private static final Cidr LOOPBACK_6 = network("::1/128");
  private static final Cidr NAT64 = network("64:ff9b::/96");
  private static final Cidr GLOBAL_UNICAST = network("2000::/3");

  private final List<Cidr> opened;

  public AddressRules(List<Cidr> opened) {
    this.opened = List.copyOf(opened);
  }

  /** Returns the reason why an address is refused; empty if it is allowed. */
  public Optional<String> refusal(IpAddress address) {
    if (NAT64.contains(address)) {
      return refusal(address.embedded());
    }
    if (in(NEVER, address) && !LOOPBACK_6.contains(address)) {
      return Optional.of("an address that is never allowed");
    }
    if (in(opened, address)) {
      return Optional.empty();
    }
    return in(PRIVATE, address) || (!address.v4() && !GLOBAL_UNICAST.contains(address))
        ? Optional.of("a non-public address")
        : Optional.empty();
  }

  private static boolean in(List<Cidr> ranges, IpAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static List<Cidr> ranges(String... texts) {
    return Stream.of(texts).map(AddressRules::network).toList();
  }

  private static Cidr network(String text) {
    return Objects.requireNonNull(Cidr.parse(text), text);
  }
}
