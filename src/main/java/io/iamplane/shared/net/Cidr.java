package io.iamplane.shared.net;

import org.jspecify.annotations.Nullable;

/**
 * A network: an address with zero bits after the prefix. IPv4-mapped networks are IPv4 networks. A
 * network holds addresses of its own family only.
 *
 * @param prefix bits that must agree: 0 to 32 for IPv4, 0 to 128 for IPv6
 */
public record Cidr(IpAddress network, int prefix) {

  private static final int MAPPED_BITS = 96;

  /** Reads {@code 10.0.0.0/8} or {@code 2001:db8::/32}; null when {@link #fault} names one. */
  public static @Nullable Cidr parse(String text) {
    int slash = text.indexOf('/');
    IpAddress address = slash < 0 ? null : IpAddress.parse(text.substring(0, slash));
    if (address == null) {
      return null;
    }
    boolean mapped = address.v4() && text.indexOf(':') >= 0;
    int prefix = prefix(text, slash + 1) - (mapped ? MAPPED_BITS : 0);
    Cidr cidr = new Cidr(address, prefix);
    return prefix < 0 || prefix > (address.v4() ? 32 : 128) || !cidr.isAligned() ? null : cidr;
  }

  /** Returns the fault of a text that {@link #parse} refuses. */
  public static String fault(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return "a network must include a prefix length, as in 10.0.0.0/8";
    }
    if (IpAddress.parse(text.substring(0, slash)) == null) {
      return "the network address is neither IPv4 nor IPv6";
    }
    return "the prefix length is out of range, or address bits beyond it are set";
  }

  /** Returns true if the address is in the network; null if invalid. Allocates nothing for IPv4. */
  public @Nullable Boolean contains(String text) {
    long quad = IpAddress.dottedQuad(text);
    if (quad >= 0) {
      return network.v4() && agrees(0, quad);
    }
    IpAddress address = IpAddress.parse(text);
    return address == null ? null : Boolean.valueOf(contains(address));
  }

  public boolean contains(IpAddress address) {
    return address.v4() == network.v4() && agrees(address.high(), address.low());
  }

  private boolean isAligned() {
    return (network.high() & ~highMask()) == 0 && (network.low() & ~lowMask()) == 0;
  }

  private boolean agrees(long high, long low) {
    return ((high ^ network.high()) & highMask()) == 0 && ((low ^ network.low()) & lowMask()) == 0;
  }

  private long highMask() {
    return network.v4() ? 0 : leading(Math.min(prefix, 64));
  }

  private long lowMask() {
    return leading(network.v4() ? 32 + prefix : Math.max(prefix - 64, 0));
  }

  private static long leading(int bits) {
    return bits == 0 ? 0 : -1L << (64 - bits);
  }

  private static int prefix(String text, int from) {
    int value = from == text.length() || text.length() - from > 3 ? -1 : 0;
    for (int i = from; i < text.length() && value >= 0; i++) {
      int digit = text.charAt(i) - '0';
      value = digit < 0 || digit > 9 ? -1 : value * 10 + digit;
    }
    boolean leadingZero = text.length() - from > 1 && text.charAt(from) == '0';
    return leadingZero ? -1 : value;
  }
}
