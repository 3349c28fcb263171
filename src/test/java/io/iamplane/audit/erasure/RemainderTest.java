package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Each place is counted once, though the latest records are looked through twice. */
class RemainderTest {

  @Test
  void recordThatIsLookedThroughAgainIsCountedOnce() {
    Remainder found = new Remainder();
    found.addRecord(3);
    found.addRecord(7);
    found.addRecord(3);
    found.addRecord(7);
    found.addRecord(8);
    assertThat(found.count()).isEqualTo(3);
    assertThat(found.places())
        .containsExactly("audit record 3", "audit record 7", "audit record 8");
  }
}
