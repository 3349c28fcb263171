package io.iamplane.webhook.right;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFilterTest {

  @ParameterizedTest
  @CsvSource({
    "*, iam.grant.created, true",
    "iam.grant.created, iam.grant.created, true",
    "iam.grant.created, iam.grant.revoked, false",
    "iam.grant.*, iam.grant.revoked, true",
    "iam.grant.*, iam.grants.revoked, false",
    "iam.grant.*, iam.grant, false",
    "iam.*, iam.audit.chain.broken, true",
    "iam.audit.*, iam.audit.chain.broken, true",
    "iam.Grant.*, iam.grant.created, false"
  })
  void matches(String filter, String type, boolean matches) {
    assertThat(new EventFilter(filter).matches(type)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "iam.*", "iam.grant.*", "iam.grant.created", "iam.audit.chain.*"})
  void isAFilter(String text) {
    assertThat(EventFilter.isFilter(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "**",
        "iam",
        "iam.",
        "iam.grant*",
        "iam.*.created",
        "*.created",
        "iam.nothing",
        "iam.nothing.*",
        ".*",
        "IAM.*",
        "grant.created"
      })
  void thatNothingPassesIsNone(String text) {
    assertThat(EventFilter.isFilter(text)).isFalse();
  }
}
