package io.iamplane.http.limit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The network that an address is counted for. */
public final class Addresses {

  private static final int IPV6_BYTES = 16;
  private static final int IPV6_NETWORK_BYTES = 8;

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
    try {
      // Only a literal has colons, so no name is looked up here.
      byte[] bytes =
          InetAddress.getByName(zone < 0 ? address : address.substring(0, zone)).getAddress();
      if (bytes.length != IPV6_BYTES) {
        return InetAddress.getByAddress(bytes).getHostAddress();
      }
      Arrays.fill(bytes, IPV6_NETWORK_BYTES, IPV6_BYTES, (byte) 0);
      return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
    } catch (UnknownHostException e) {
      return address;
    }
  }
}
