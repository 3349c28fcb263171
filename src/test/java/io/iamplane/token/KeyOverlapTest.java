package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.KeyConfig;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;

/** A key verifies longer than the lifetime of any token that it signed, under any configuration. */
class KeyOverlapTest {

  @Test
  void shortestOverlapIsLongerThanTheLongestToken() throws Exception {
    Duration longest =
        TokenConfig.MAX_LIFETIME.plus(TokenConfig.CLOCK_SKEW).plus(KeyConfig.MAX_STALENESS);
    DurationMin shortest = KeyConfig.class.getMethod("overlap").getAnnotation(DurationMin.class);
    assertThat(Duration.ofMinutes(shortest.minutes())).isGreaterThan(longest);
  }
}
