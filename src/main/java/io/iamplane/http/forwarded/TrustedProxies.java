package io.iamplane.http.forwarded;

import io.iamplane.shared.net.Cidr;
import io.iamplane.shared.net.IpAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Addresses and ranges of trusted proxies. Names are not resolved: an answer of DNS would then
 * decide about the right to claim any address.
 *
 * @param unreadable entries that are neither; they trust nothing
 */
public record TrustedProxies(List<Cidr> ranges, List<String> unreadable) {

  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;

  public TrustedProxies {
    ranges = List.copyOf(ranges);
    unreadable = List.copyOf(unreadable);
  }

  static TrustedProxies of(List<String> entries) {
    List<Cidr> ranges = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (String entry : entries) {
      String text = entry.strip();
      IpAddress single = IpAddress.parse(text);
      Cidr range =
          single == null ? Cidr.parse(text) : new Cidr(single, single.v4() ? IPV4_BITS : IPV6_BITS);
      if (range == null) {
        unreadable.add(text);
      } else {
        ranges.add(range);
      }
    }
    return new TrustedProxies(ranges, unreadable);
  }

  public boolean contain(String address) {
    for (Cidr range : ranges) {
      if (Boolean.TRUE.equals(range.contains(address))) {
        return true;
      }
    }
    return false;
  }
}
