package io.iamplane.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitsTest {

  private final AtomicLong nanos = new AtomicLong();
  private final RateLimits limits = new RateLimits(new FixedLimits(3, 12, 3, 3, 3), nanos::get);

  @Test
  void ceilingIsReachedAndSaysWhenToComeBack() {
    for (int left = 2; left >= 0; left--) {
      RateLimits.State state = limits.take(RateLimit.ADMIN, "client", "10.0.0.1");
      assertThat(state.allowed()).isTrue();
      assertThat(state.remaining()).isEqualTo(left);
      assertThat(state.ceiling()).isEqualTo(3);
    }
    RateLimits.State refused = limits.take(RateLimit.ADMIN, "client", "10.0.0.1");
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.retryAfterSeconds()).isEqualTo(20);
  }

  @Test
  void ceilingIsWholeAgainAfterAMinute() {
    drain("client", "10.0.0.1");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(limits.look(RateLimit.ADMIN, "client", "10.0.0.1").remaining()).isEqualTo(3);
  }

  /** A limit of 12 per minute allows two at once and then one every five seconds. */
  @Test
  void aTenantHasASixthOfItsMinuteAtOnce() {
    assertThat(limits.take(RateLimit.TENANT, "tenant", "").allowed()).isTrue();
    assertThat(limits.take(RateLimit.TENANT, "tenant", "").allowed()).isTrue();
    RateLimits.State third = limits.take(RateLimit.TENANT, "tenant", "");
    assertThat(third.allowed()).isFalse();
    assertThat(third.ceiling()).isEqualTo(12);
    assertThat(third.retryAfterSeconds()).isEqualTo(5);
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(limits.take(RateLimit.TENANT, "tenant", "").allowed()).isTrue();
    assertThat(limits.take(RateLimit.TENANT, "tenant", "").allowed()).isFalse();
  }

  @Test
  void aClientHasHalfOfItsTenantsCeiling() {
    assertThat(limits.take(RateLimit.CLIENT, "client", "").ceiling()).isEqualTo(6);
    assertThat(limits.take(RateLimit.CLIENT, "client", "").allowed()).isFalse();
    assertThat(limits.take(RateLimit.CLIENT, "other", "").allowed()).isTrue();
  }

  @Test
  void clientsAddressesAndCeilingsCountApart() {
    drain("client", "10.0.0.1");
    assertThat(limits.take(RateLimit.ADMIN, "other", "10.0.0.1").allowed()).isTrue();
    assertThat(limits.take(RateLimit.ADMIN, "client", "10.0.0.2").allowed()).isTrue();
    assertThat(limits.take(RateLimit.OAUTH, "client", "10.0.0.1").allowed()).isTrue();
    assertThat(limits.take(RateLimit.ADMIN, null, "10.0.0.1").allowed()).isTrue();
  }

  @Test
  void partsOfAKeyCannotBeShiftedIntoOneAnother() {
    drain("a", "b/10.0.0.1");
    assertThat(limits.take(RateLimit.ADMIN, "a/b", "10.0.0.1").allowed()).isTrue();
  }

  @Test
  void lookingTakesNothing() {
    for (int i = 0; i < 10; i++) {
      assertThat(limits.look(RateLimit.AUTHENTICATION, null, "10.0.0.1").allowed()).isTrue();
    }
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    drain("client", "10.0.0.1");
    limits.giveBack(RateLimit.ADMIN, "client", "10.0.0.1");
    assertThat(limits.take(RateLimit.ADMIN, "client", "10.0.0.1").allowed()).isTrue();
    assertThat(limits.take(RateLimit.ADMIN, "client", "10.0.0.1").allowed()).isFalse();
  }

  @Test
  void oneIpv6NetworkIsOneAddress() {
    drain(null, "2001:db8:1:2::1");
    assertThat(limits.take(RateLimit.ADMIN, null, "2001:db8:1:2:ffff::9").allowed()).isFalse();
    assertThat(limits.take(RateLimit.ADMIN, null, "2001:db8:1:3::1").allowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "::ffff:10.0.0.1, 10.0.0.1",
    "2001:db8::1, 2001:db8:0:0:0:0:0:0/64",
    "fe80::1%eth0, fe80:0:0:0:0:0:0:0/64",
    "unknown, unknown"
  })
  void networksAreToldByTheirAddress(String address, String network) {
    assertThat(Addresses.network(address)).isEqualTo(network);
  }

  private void drain(String client, String address) {
    for (int i = 0; i < 3; i++) {
      limits.take(RateLimit.ADMIN, client, address);
    }
    assertThat(limits.take(RateLimit.ADMIN, client, address).allowed()).isFalse();
  }
}
