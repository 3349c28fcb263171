package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopesTest {

  @Test
  void withoutScopesThereIsNoCeiling() {
    assertThat(Scopes.cover(Set.of(), "iam:users.read")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "iam:users.read, iam:users.read",
    "iam:users.*,    iam:users.read",
    "iam:users.*,    iam:users.a.b",
    "iam:users.*,    iam:users.*",
    "iam:*,          iam:users.read",
    "iam:*,          iam:users.*",
    "iam:*,          iam:*",
  })
  void aScopeLeavesWhatItNames(String scope, String permission) {
    assertThat(Scopes.cover(Set.of(scope), permission)).isTrue();
    assertThat(Scopes.cover(Set.of("iam:none", scope), permission)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "iam:users.read,   iam:users.manage",
    "iam:users.read,   iam:users.*",
    "iam:users.read,   iam:users.read.more",
    "iam:users.*,      iam:users",
    "iam:users.*,      iam:usersx.read",
    "iam:users.*,      iam:*",
    "iam:Users.*,      iam:users.read",
    "iam:*,            iamx:users.read",
    "warehouse:*,      iam:users.read",
  })
  void andNothingElse(String scope, String permission) {
    assertThat(Scopes.cover(Set.of(scope), permission)).isFalse();
  }

  /** Scopes of older clients cover nothing, rather than everything. */
  @ParameterizedTest
  @ValueSource(strings = {"read", "import", "*", "", "iam:us*", "iam", ":*", ".*", "openid"})
  void whatIsNoPatternLeavesNothing(String scope) {
    assertThat(Scopes.cover(Set.of(scope), "iam:users.read")).isFalse();
  }
}
