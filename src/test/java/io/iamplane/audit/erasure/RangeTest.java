package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RangeTest {

  @Test
  void portionsCoverEachNumberOnce() {
    Range all = new Range(3, 10);
    assertThat(all.first(4)).isEqualTo(new Range(3, 7));
    assertThat(all.beyond(4)).isEqualTo(new Range(7, 10));
    assertThat(new Range(7, 10).first(4)).isEqualTo(new Range(7, 10));
    assertThat(new Range(7, 10).beyond(4)).isNull();
  }

  @Test
  void nothingIsLeftBehindAPortionOfTheSameSize() {
    assertThat(new Range(3, 7).first(4)).isEqualTo(new Range(3, 7));
    assertThat(new Range(3, 7).beyond(4)).isNull();
    assertThat(new Range(3, 8).beyond(4)).isEqualTo(new Range(7, 8));
  }

  @Test
  void aRangeWithoutNumbersIsEmpty() {
    assertThat(new Range(7, 7).isEmpty()).isTrue();
    assertThat(new Range(8, 7).isEmpty()).isTrue();
    assertThat(new Range(6, 7).isEmpty()).isFalse();
  }
}
