package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * A range of addresses, written {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * @param prefix how many leading bits are the same
 */
public record Cidr(InetAddress base, int prefix) {

  /** Reads the usual form; empty when it is none, or has bits beyond its prefix. */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(text.substring(slash + 1));
    return AddressLiteral.parse(text.substring(0, slash))
        .filter(base -> prefix <= base.getAddress().length * Byte.SIZE)
        .map(base -> new Cidr(base, prefix))
        .filter(cidr -> Arrays.equals(cidr.cut(cidr.base), cidr.base.getAddress()));
  }

  /** Reads a range that the program itself names. */
  static Cidr of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("no range: " + text));
  }

  public boolean contains(InetAddress address) {
    return address.getAddress().length == base.getAddress().length
        && Arrays.equals(cut(address), base.getAddress());
  }

  /** The leading bits of an address, the others zero. */
  private byte[] cut(InetAddress address) {
    byte[] bytes = address.getAddress();
    for (int i = 0; i < bytes.length; i++) {
      int kept = Math.clamp(prefix - (long) i * Byte.SIZE, 0, Byte.SIZE);
      bytes[i] &= (byte) (0xFF00 >> kept);
    }
    return bytes;
  }

  @Override
  public String toString() {
    return base.getHostAddress() + "/" + prefix;
  }
}
