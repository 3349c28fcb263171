package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A range of addresses, written {@code 10.0.0.0/8} or {@code fd00::/8}. Holds bytes and no {@link
 * InetAddress}, which a native image refuses in a constant.
 */
public final class TargetNetwork {

  private final byte[] base;
  private final int prefix;

  private TargetNetwork(byte[] base, int prefix) {
    this.base = base;
    this.prefix = prefix;
  }

  /** Reads the usual form; empty when it is invalid, or has bits beyond its prefix. */
  public static Optional<TargetNetwork> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(text.substring(slash + 1));
    return AddressLiteral.parse(text.substring(0, slash))
        .map(InetAddress::getAddress)
        .filter(base -> prefix <= base.length * Byte.SIZE)
        .map(base -> new TargetNetwork(base, prefix))
        .filter(cidr -> Arrays.equals(cidr.cut(cidr.base), cidr.base));
  }

  /** Reads a range that the program itself names. */
  static TargetNetwork of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("no range: " + text));
  }

  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == base.length && Arrays.equals(cut(bytes), base);
  }

  /** The leading bits of an address, the others zero. */
  private byte[] cut(byte[] address) {
    byte[] bytes = address.clone();
    for (int i = 0; i < bytes.length; i++) {
      int kept = Math.clamp(prefix - (long) i * Byte.SIZE, 0, Byte.SIZE);
      bytes[i] &= (byte) (0xFF00 >> kept);
    }
    return bytes;
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(base).getHostAddress() + "/" + prefix;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }
}
