package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.KeyConfig;
import java.lang.reflect.Method;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;

/** A key verifies longer than the lifetime of any token that it signed, under any configuration. */
class KeyOverlapTest {

  @Test
  void shortestOverlapIsLongerThanTheLongestToken() throws Exception {
    Duration longest =
        TokenConfig.MAX_LIFETIME
            .plus(longest(TokenConfig.class.getMethod("clockSkew")))
            .plus(longest(KeyConfig.class.getMethod("maxStaleness")));
    DurationMin shortest = KeyConfig.class.getMethod("overlap").getAnnotation(DurationMin.class);
    assertThat(Duration.ofMinutes(shortest.minutes())).isGreaterThan(longest);
  }

  private static Duration longest(Method setting) {
    DurationMax max = setting.getAnnotation(DurationMax.class);
    return Duration.ofHours(max.hours()).plusSeconds(max.seconds());
  }
}
