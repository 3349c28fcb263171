package io.iamplane.shared.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextRuleTest {

  @Test
  void namesAreExact() {
    TextRule name = TextRule.name(3);
    assertThat(name.fault("a b")).isNull();
    assertThat(name.fault("")).isEqualTo("must be a string of 1 to 3 characters");
    assertThat(name.fault("abcd")).isEqualTo("must be a string of 1 to 3 characters");
    for (String spaced : new String[] {" a", "a ", "\ta", "a\u2003"}) {
      assertThat(name.fault(spaced)).as(spaced).contains("white space");
    }
  }

  @Test
  void linesMayBreakWhereALineMayNot() {
    assertThat(TextRule.line(9).fault("a\nb")).contains("control characters");
    assertThat(TextRule.lines(9).fault("a\n\tb\r")).isNull();
    assertThat(TextRule.lines(9).fault("a\u0000b")).contains("control characters");
    assertThat(TextRule.line(9).fault(" "))
        .isEqualTo("must be 1 to 9 characters long and not blank");
  }

  @Test
  void freeTextsMayBeEmptyAndHoldWhatCanBeStored() {
    TextRule free = TextRule.free(4);
    assertThat(free.fault("")).isNull();
    assertThat(free.fault("\n\u0001")).isNull();
    assertThat(free.fault("a\u0000")).contains("U+0000");
    assertThat(free.fault("abcde")).isEqualTo("must have at most 4 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ud800", "a\ud800", "\ud800a", "\udc00", "\udc00\ud800", "\ud83d\ude00\ud83d"})
  void halfAPairIsFound(String text) {
    assertThat(TextRule.hasHalfPair(text)).isTrue();
    assertThat(TextRule.faultOfCharacters(text))
        .isEqualTo("must not contain half a surrogate pair");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "\ud83d\ude00", "a\ud83d\ude00b\ud83d\ude00"})
  void wholePairsAreText(String text) {
    assertThat(TextRule.hasHalfPair(text)).isFalse();
    assertThat(TextRule.faultOfCharacters(text)).isNull();
  }
}
