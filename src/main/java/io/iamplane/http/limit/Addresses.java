package io.iamplane.http.limit;

import io.iamplane.shared.net.IpAddress;

/** The network that an address is counted for. */
public final class Addresses {

  private Addresses() {}

  /**
   * An IPv4 address as it is, an IPv6 address as its /64 network: one host owns all of that and
   * could otherwise take a new address for every try. An IPv4-mapped address is its IPv4 address.
   */
  public static String network(String address) {
    if (address.indexOf(':') < 0) {
      return address;
    }
    int zone = address.indexOf('%');
    IpAddress read = IpAddress.parse(zone < 0 ? address : address.substring(0, zone));
    if (read == null) {
      return address;
    }
    return read.v4()
        ? read.inet().getHostAddress()
        : new IpAddress(false, read.high(), 0).inet().getHostAddress() + "/64";
  }
}
