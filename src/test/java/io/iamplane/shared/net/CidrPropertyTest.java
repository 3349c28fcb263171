package io.iamplane.shared.net;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Addresses and networks beside the JDK's reading of addresses and arithmetic on big integers. */
class CidrPropertyTest {

  private static final int ROUNDS = 20_000;
  private static final long SEED = 1;

  private final Random random = new Random(SEED);

  @Test
  void anAddressHasTheSameBitsAsTextAndAsFound() throws UnknownHostException {
    for (int i = 0; i < ROUNDS; i++) {
      InetAddress found = InetAddress.getByAddress(bytes());
      IpAddress read = requireNonNull(IpAddress.parse(found.getHostAddress()));

      assertThat(read).as(found.getHostAddress()).isEqualTo(IpAddress.of(found));
      assertThat(read.inet()).isEqualTo(found);
    }
  }

  @Test
  void aNetworkHoldsTheAddressesWhoseLeadingBitsAreItsOwn() throws UnknownHostException {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] address = bytes();
      int bits = address.length * Byte.SIZE;
      int prefix = random.nextInt(bits + 1);
      BigInteger base = new BigInteger(1, address).shiftRight(bits - prefix);
      Cidr network =
          new Cidr(IpAddress.of(InetAddress.getByAddress(cut(base, bits - prefix, bits))), prefix);
      byte[] other = address.clone();
      other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      InetAddress near = InetAddress.getByAddress(other);

      boolean inside = new BigInteger(1, other).shiftRight(bits - prefix).equals(base);
      assertThat(network.contains(IpAddress.of(near)))
          .as("%s in %s", near, network)
          .isEqualTo(inside);
      assertThat(network.contains(near.getHostAddress())).isEqualTo(inside);
    }
  }

  /** A resolver may find one with a scope, which the JDK leaves as it is. */
  @Test
  void aMappedAddressIsTheIpv4AddressThatItCarries() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    mapped[12] = 10;
    InetAddress found = Inet6Address.getByAddress(null, mapped, 0);

    assertThat(found.getAddress()).hasSize(16);
    assertThat(IpAddress.of(found)).isEqualTo(IpAddress.parse("10.0.0.0"));
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] cut(BigInteger base, int zeros, int bits) {
    byte[] all = new byte[bits / Byte.SIZE];
    byte[] value = base.shiftLeft(zeros).toByteArray();
    int length = Math.min(value.length, all.length);
    System.arraycopy(value, value.length - length, all, all.length - length, length);
    return all;
  }
}
