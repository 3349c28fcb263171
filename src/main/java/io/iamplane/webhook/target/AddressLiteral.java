package io.iamplane.webhook.target;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads an address that is written out, in one form for each: four decimal numbers without leading
 * zeros, or IPv6 (RFC 4291, section 2.2) without a zone. Other spellings (one number, octal,
 * hexadecimal) mean different addresses to different readers and are no addresses here.
 */
final class AddressLiteral {

  private static final String BYTE = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private AddressLiteral() {}

  /** The address; an IPv4-mapped IPv6 address is the IPv4 address that it means. */
  public static Optional<InetAddress> parse(String text) {
    boolean literal = IPV4.matcher(text).matches() || IPV6.matcher(text).matches();
    if (!literal || text.length() > 45) {
      return Optional.empty();
    }
    try {
      // Text of these forms is never looked up.
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The IPv4 address in some bytes of an IPv6 address. */
  static InetAddress embedded(InetAddress address, int from) {
    byte[] all = address.getAddress();
    try {
      return Inet4Address.getByAddress(
          new byte[] {all[from], all[from + 1], all[from + 2], all[from + 3]});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
