package io.iamplane.shared.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An address read from its text alone: names are never resolved. An IPv4-mapped IPv6 address
 * ({@code ::ffff:10.0.0.1}) is the IPv4 address that it carries, so that no spelling escapes a
 * rule.
 *
 * @param high bits 127 to 64; 0 for IPv4
 * @param low bits 63 to 0; IPv4 uses the lower 32
 */
public record IpAddress(boolean v4, long high, long low) {

  private static final int GROUPS = 8;
  private static final long MAPPED_PREFIX = 0xffffL;
  private static final long IPV4_MASK = 0xffff_ffffL;
  private static final int MAX_LENGTH = 45;

  /**
   * Reads a dotted quad without leading zeros, or an IPv6 address (RFC 4291, section 2.2) without a
   * zone; null when the text is neither.
   */
  public static @Nullable IpAddress parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    if (text.indexOf(':') < 0) {
      long quad = dottedQuad(text);
      return quad < 0 ? null : new IpAddress(true, 0, quad);
    }
    return v6(text);
  }

  /** The same for an address that a resolver found. */
  public static IpAddress of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.capacity() == Integer.BYTES
        ? new IpAddress(true, 0, bytes.getInt() & IPV4_MASK)
        : of(bytes.getLong(), bytes.getLong());
  }

  public InetAddress inet() {
    byte[] bytes =
        v4
            ? ByteBuffer.allocate(Integer.BYTES).putInt((int) low).array()
            : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes always make an address", e);
    }
  }

  /** The IPv4 address in the last 32 bits, to which a translator connects (RFC 6052). */
  public IpAddress embedded() {
    return new IpAddress(true, 0, low & IPV4_MASK);
  }

  /** The 32 bits, or -1 when the text is not four decimal octets. */
  static long dottedQuad(String text) {
    long bits = 0;
    int at = 0;
    for (int octet = 0; octet < 4; octet++) {
      int start = at;
      int value = 0;
      while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0 && at - start < 4) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      boolean leadingZero = at - start > 1 && text.charAt(start) == '0';
      boolean separated =
          octet == 3 ? at == text.length() : at < text.length() && text.charAt(at) == '.';
      if (at == start || leadingZero || value < 0 || value > 255 || !separated) {
        return -1;
      }
      bits = bits << 8 | value;
      at++;
    }
    return bits;
  }

  private static @Nullable IpAddress v6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      int[] groups = groups(text);
      return groups == null || groups.length != GROUPS ? null : of(groups);
    }
    int[] before = groups(text.substring(0, gap));
    int[] after = groups(text.substring(gap + 2));
    if (before == null || after == null || before.length + after.length >= GROUPS) {
      return null;
    }
    int[] all = new int[GROUPS];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(after, 0, all, GROUPS - after.length, after.length);
    return of(all);
  }

  /** Groups of 16 bits between colons; the last may be a dotted quad, which makes two. */
  private static int @Nullable [] groups(String text) {
    if (text.isEmpty()) {
      return new int[0];
    }
    String[] parts = text.split(":", -1);
    boolean quad = parts[parts.length - 1].indexOf('.') >= 0;
    int[] groups = new int[parts.length + (quad ? 1 : 0)];
    for (int i = 0; i < parts.length - (quad ? 1 : 0); i++) {
      groups[i] = group(parts[i]);
      if (groups[i] < 0) {
        return null;
      }
    }
    if (quad) {
      long bits = dottedQuad(parts[parts.length - 1]);
      if (bits < 0) {
        return null;
      }
      groups[groups.length - 2] = (int) (bits >> 16);
      groups[groups.length - 1] = (int) (bits & 0xffff);
    }
    return groups;
  }

  private static int group(String text) {
    int value = text.isEmpty() || text.length() > 4 ? -1 : 0;
    for (int i = 0; i < text.length() && value >= 0; i++) {
      int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
      value = digit < 0 ? -1 : value << 4 | digit;
    }
    return value;
  }

  private static IpAddress of(int[] groups) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < 4; i++) {
      high = high << 16 | groups[i];
      low = low << 16 | groups[i + 4];
    }
    return of(high, low);
  }

  private static IpAddress of(long high, long low) {
    return high == 0 && low >>> 32 == MAPPED_PREFIX
        ? new IpAddress(true, 0, low & IPV4_MASK)
        : new IpAddress(false, high, low);
  }
}
