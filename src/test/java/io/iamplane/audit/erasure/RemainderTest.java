package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A failed attempt leaves nothing in the remainder. */
class RemainderTest {

  @Test
  void attemptAddsToACopy() {
    Remainder found = new Remainder();
    found.addRecord(3);
    Remainder lost = found.copy();
    lost.addRecord(7);
    Remainder attempt = found.copy();
    attempt.addRecord(8);
    assertThat(attempt.count()).isEqualTo(2);
    assertThat(attempt.places()).containsExactly("audit record 3", "audit record 8");
    assertThat(found.count()).isEqualTo(1);
    assertThat(lost.places()).containsExactly("audit record 3", "audit record 7");
  }
}
