package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTextTest {

  @ParameterizedTest
  @CsvSource({
    "jose\u0301, jos\u00E9",
    "jos\u00E9, jos\u00E9",
    "\u212B, \u00C5",
    "\u1112\u1161\u11AB, \uD55C",
    "q\u0307\u0323, q\u0323\u0307",
    "\uFB01, \uFB01",
    "ann, ann"
  })
  void idsThatLookTheSameAreTheSame(String given, String normal) {
    assertThat(IdText.normal(given)).isEqualTo(normal);
    assertThat(IdText.normal(normal)).isSameAs(normal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann@example.com",
        "a.b-c_d:e/f+g=h|i#j k~l!m$n&o'p(q)r*s,t;u%v?w",
        "jos\u00E9",
        "\u5C71\u7530",
        "\u0645\u062D\u0645\u062F",
        "\u05D3\u05D5\u05D3",
        "\u0905\u0928\u0941",
        "\uD83D\uDE00",
        "\uD83D\uDC4D\uD83C\uDFFD",
        "\u0600\u0661"
      })
  void visibleIdsAreKept(String id) {
    assertThat(IdText.fault(id)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x85, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x1680, 0x17B4, 0x180B, 0x180E, 0x2000,
        0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x202F, 0x205F,
        0x2060, 0x2065, 0x2066, 0x2069, 0x206F, 0x2800, 0x3000, 0x3164, 0xFDD0, 0xFE0F, 0xFEFF,
        0xFFA0, 0xFFF9, 0xFFFE, 0x1BCA0, 0x1D173, 0x1FFFF, 0xE0001, 0xE007F, 0xE0100, 0x10FFFF
      })
  void invisibleCharactersAreNamed(int point) {
    assertThat(IdText.fault("a" + Character.toString(point) + "b"))
        .isEqualTo("must not contain the invisible character U+%04X".formatted(point));
  }

  @Test
  void theFirstOfSeveralIsNamed() {
    assertThat(IdText.fault("\u00E9\u200B\u202E")).contains("U+200B");
  }

  @Test
  void aReferenceIsNormalWithoutACopy() {
    SubjectRef ann = new SubjectRef("user", "ann");
    assertThat(ann.normal()).isSameAs(ann);
    assertThat(new SubjectRef("user", "jose\u0301").normal().id()).isEqualTo("jos\u00E9");
  }
}
